// Lists of pieces from several runs: other agents, other sizes of field, other designs.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/error.h"

namespace clanhouse::pieces {

// What a run's summary.json says of its pieces, under "list".
struct ListOfRun {
  std::string label;  // label_of()
  std::string design;
  std::string agents;
  std::string measure;  // what the values are: "P(first)"
  int players = 0;
  std::map<std::string, double> values;  // by piece
};

// What tells a run from others: "fields, greedy, 4 players".
std::string label_of(const ListOfRun& list);

// Reads summary.json of a run's folder. Errors name the file and what is wrong with it.
Result<ListOfRun> read_list(const std::filesystem::path& folder);
Result<std::vector<ListOfRun>> read_lists(const std::vector<std::filesystem::path>& folders);

// Spearman's rank correlation over the pieces that both lists have.
double correlation(const ListOfRun& a, const ListOfRun& b);

// Those of the lists that differ from the first in the number of players alone, the first included,
// by players; empty unless there are two sizes. Their values are P(first), so that value × players
// compares: 1 is a fair share.
std::vector<ListOfRun> by_field_size(const std::vector<ListOfRun>& lists);

}  // namespace clanhouse::pieces
