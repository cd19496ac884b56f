// Runs the races of `clanhouse pieces`, block by block (measurement.h), and has them analysed.
//
//   exhaustive   fields of `players` pieces: all of them, or a balanced sample
//   field        one field, in blocks of different dice
//   replacement  random opponents; every other piece in turn takes the remaining seat, and so does
//                a plain piece: the base
//   ablation     fields as they are, and with each piece's power switched off: the base
//   draft        whole games
//
// Every race is the same at any number of threads: dice follow from (seed, block, dice set),
// decisions from (seed, block, race).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/changakarnikh/config.h"
#include "core/error.h"
#include "selfplay/pieces/counts.h"
#include "selfplay/pieces/designs.h"

namespace clanhouse::pieces {

enum class Design { kExhaustive, kField, kReplacement, kAblation, kDraft };

struct PiecesSettings {
  Design design = Design::kExhaustive;
  changakarnikh::Config config;  // players, rules; team and shares for the draft
  std::string agent = "greedy";
  Field field;     // design field
  int fields = 0;  // blocks of the other designs (games of the draft); 0: the design's default
  int dice = 0;    // sets of dice for each seat order; 0: the design's default
  bool rotations = false;  // of one seat order instead of all
  int race = 3;            // the number of the race: what places are worth
  std::uint64_t seed = 1;
  // Not part of what is measured:
  int threads = 1;
  bool quiet = false;
  std::filesystem::path out;
  std::vector<std::filesystem::path> compare;  // folders of other runs
};

const char* design_name(Design design);

// The settings with the defaults of their design filled in; what cannot be is an error.
Result<PiecesSettings> complete(PiecesSettings settings);

struct PiecesRun {
  long long races = 0;  // or games
  long long watchdogs = 0;
  bool complete = false;
  int blocks = 0;
  int planned = 0;
  std::vector<std::string> never_used;  // powers that the agent never used
  nlohmann::ordered_json summary;       // as in summary.json
};

// Settings as complete() returns them. Runs what is missing; writes the results when all is done.
Result<PiecesRun> run_pieces(const PiecesSettings& settings);

// "assassin", …, "general", "plain": by number in the catalogue.
std::vector<std::string> piece_names();

}  // namespace clanhouse::pieces
