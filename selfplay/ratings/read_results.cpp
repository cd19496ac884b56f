#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/dashigaikh/record.h"
#include "core/text_cursor.h"
#include "selfplay/ratings/results.h"

namespace clanhouse {
namespace {

using nlohmann::json;

// Calls visit(line, number); stops at its first error.
template <class Visit>
Result<void> for_each_line(std::string_view content, Visit&& visit) {
  for (int number = 1; !content.empty(); ++number) {
    const std::size_t end = content.find('\n');
    const std::string_view line = content.substr(0, end);
    content = end == std::string_view::npos ? std::string_view() : content.substr(end + 1);
    if (auto read = visit(line, number, end != std::string_view::npos); !read) return read;
  }
  return {};
}

class Reader {
 public:
  Reader(const std::string& path, const ReadSettings& settings, ResultPool& pool)
      : path_(path), settings_(settings), pool_(pool) {
    for (std::size_t i = 0; i < pool.names.size(); ++i) {
      index_[pool.names[i]] = static_cast<int>(i);
    }
  }

  Result<void> read_journal(std::string_view content) {
    return for_each_line(content, [&](std::string_view line, int number, bool whole) {
      if (trimmed(line).empty() || number == 1) return Result<void>();
      const json entry = json::parse(line, nullptr, false);
      // What a kill left of a last line is no game.
      if (entry.is_discarded() && !whole) return Result<void>();
      if (!entry.is_object()) return fail(number, "expected a JSON object");
      if (!entry.contains("utilities")) return Result<void>();
      return read_entry(entry, number);
    });
  }

  Result<void> read_ptn(std::string_view content) {
    const auto file = dashigaikh::read_records(content, {});
    if (file.error) return tl::unexpected(Error{file.error->describe(path_)});
    for (std::size_t i = 0; i < file.records.size(); ++i) {
      if (auto read = read_record(file.records[i], i + 1); !read) return read;
    }
    return {};
  }

  Result<void> read_orders(std::string_view content) {
    return for_each_line(content, [&](std::string_view line, int number, bool) {
      line = trimmed(line.substr(0, line.find('#')));
      return line.empty() ? Result<void>() : read_order(line, number);
    });
  }

 private:
  Result<void> fail(int line, const std::string& reason) const {
    return invalid(fmt::format("{}:{}: {}", path_, line, reason));
  }

  int agent(const std::string& name) {
    const auto [at, added] = index_.try_emplace(name, static_cast<int>(pool_.names.size()));
    if (added) pool_.names.push_back(name);
    return at->second;
  }

  // The reason why these cannot be the players of one game, if there is one.
  static std::string fault(const std::vector<std::string>& names) {
    if (names.size() < 2) return "a game needs at least two players";
    const bool missing = std::find(names.begin(), names.end(), "") != names.end();
    return missing ? "a name is missing" : "";
  }

  void add(const std::vector<std::string>& names, const std::vector<int>& ranks, bool seated,
           int block) {
    RatedGame game;
    for (const std::string& name : names) game.agents.push_back(agent(name));
    game.ranks = ranks;
    game.seated = seated;
    game.block = block;
    game.file = pool_.files;
    pool_.games.push_back(std::move(game));
  }

  Result<void> read_entry(const json& entry, int number) {
    const bool forfeited = entry.contains("forfeit") && !entry["forfeit"].is_null();
    std::vector<std::string> names;
    std::vector<double> utilities;
    long long block = number;
    try {
      names = entry.at("agents").get<std::vector<std::string>>();
      utilities = entry.at("utilities").get<std::vector<double>>();
      block = entry.value("block", block);
    } catch (const json::exception& error) {
      return fail(number, fmt::format("not a game: {}", error.what()));
    }
    if (names.size() != utilities.size()) {
      return fail(number,
                  fmt::format("{} agents but {} utilities", names.size(), utilities.size()));
    }
    if (const std::string reason = fault(names); !reason.empty()) return fail(number, reason);
    if (forfeited) ++pool_.forfeits;
    if (forfeited && !settings_.forfeits) return {};
    std::vector<int> ranks;
    for (const double u : utilities) {
      ranks.push_back(static_cast<int>(
          std::count_if(utilities.begin(), utilities.end(), [&](double v) { return v > u; })));
    }
    const auto [at, added] = blocks_.try_emplace(block, pool_.blocks);
    if (added) ++pool_.blocks;
    add(names, ranks, true, at->second);
    return {};
  }

  Result<void> read_record(const dashigaikh::Record& record, std::size_t number) {
    const auto fail_here = [&](const std::string& reason) -> Result<void> {
      return invalid(fmt::format("{}: game {}: {}", path_, number, reason));
    };
    const auto tag = [&](std::string_view name) {
      for (const auto& t : record.tags) {
        if (t.name == name) return t.value;
      }
      return std::string();
    };
    const std::vector<std::string> names = {tag("Player1"), tag("Player2")};
    for (const int seat : {0, 1}) {
      if (names[seat].empty()) return fail_here(fmt::format("tag Player{} is missing", seat + 1));
    }
    if (const std::string reason = fault(names); !reason.empty()) return fail_here(reason);
    std::string result = tag("Result");
    if (record.winner == dashigaikh::Winner::kWhite) result = "1-0";
    if (record.winner == dashigaikh::Winner::kBlack) result = "0-1";
    if (record.winner == dashigaikh::Winner::kDraw) result = "1/2-1/2";
    std::vector<int> ranks;
    if (result == "1/2-1/2") {
      ranks = {0, 0};
    } else if (result == "1-0" || result == "R-0" || result == "F-0") {
      ranks = {0, 1};
    } else if (result == "0-1" || result == "0-R" || result == "0-F") {
      ranks = {1, 0};
    } else {
      ++pool_.unfinished;
      return {};
    }
    add(names, ranks, true, pool_.blocks++);
    return {};
  }

  // "12: A > B = C".
  Result<void> read_order(std::string_view line, int number) {
    constexpr long long kMostGames = 100'000;
    long long count = 1;
    if (const std::size_t colon = line.find(':'); colon != std::string_view::npos) {
      const std::string_view digits = trimmed(line.substr(0, colon));
      if (std::all_of(digits.begin(), digits.end(), TextCursor::is_digit) && !digits.empty()) {
        count = digits.size() > 6 ? 0 : std::stoll(std::string(digits));
        if (count < 1 || count > kMostGames) {
          return fail(number, fmt::format("a count is 1 to {}, not {}", kMostGames, digits));
        }
        line = line.substr(colon + 1);
      }
    }
    std::vector<std::string> names;
    std::vector<int> ranks;
    int rank = 0;
    for (;;) {
      const std::size_t end = line.find_first_of(">=");
      names.emplace_back(trimmed(line.substr(0, end)));
      ranks.push_back(rank);
      if (end == std::string_view::npos) break;
      if (line[end] == '>') rank = static_cast<int>(names.size());
      line = line.substr(end + 1);
    }
    if (names.size() < 2) return fail(number, "expected names in order: A > B = C");
    if (const std::string reason = fault(names); !reason.empty()) return fail(number, reason);
    // Programs may play against copies of themselves, but this was typed.
    for (const std::string& name : names) {
      if (std::count(names.begin(), names.end(), name) == 1) continue;
      return fail(number, fmt::format("'{}' plays twice in one game", name));
    }
    for (long long i = 0; i < count; ++i) add(names, ranks, false, pool_.blocks++);
    return {};
  }

  const std::string& path_;
  const ReadSettings& settings_;
  ResultPool& pool_;
  std::map<std::string, int> index_;
  std::map<long long, int> blocks_;  // of this file
};

}  // namespace

Result<void> read_results(const std::string& path, std::string_view content,
                          const ReadSettings& settings, ResultPool& pool) {
  Reader reader(path, settings, pool);
  const std::string_view text = trimmed(content);
  const json header = json::parse(text.substr(0, text.find('\n')), nullptr, false);
  Result<void> read;
  if (header.is_object() && header.contains("clanhouse")) {
    const json& kind = header["clanhouse"];
    if (kind != "tournament") {
      return invalid(
          fmt::format("{}:1: expected the journal of a tournament, not of {}", path, kind.dump()));
    }
    read = reader.read_journal(content);
  } else if (text.starts_with('[') || text.starts_with('{')) {
    read = reader.read_ptn(content);
  } else {
    read = reader.read_orders(content);
  }
  ++pool.files;
  return read;
}

}  // namespace clanhouse
