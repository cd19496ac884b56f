#include "agents/tei/commands.h"

#include <algorithm>

#include <fmt/format.h>

#include "agents/tei/protocol.h"
#include "core/options.h"

namespace clanhouse::tei {
namespace {

constexpr long long kLargest = 1'000'000'000'000;

std::string joined(const Words& words, std::size_t from, std::size_t to) {
  std::string text;
  for (std::size_t i = from; i < std::min(to, words.size()); ++i) {
    text += (text.empty() ? "" : " ") + std::string(words[i]);
  }
  return text;
}

Result<int> integer_at(const Words& words, std::size_t i) {
  if (i >= words.size()) return invalid(fmt::format("a number must follow {}", words[i - 1]));
  return parse_integer(words[i], -1'000'000, 1'000'000).map([](long long n) {
    return static_cast<int>(n);
  });
}

}  // namespace

Result<PositionCommand> parse_position(const Words& words) {
  PositionCommand command;
  std::size_t i = 2;
  if (words.size() > 1 && words[1] == "tps") {
    // A TPS is three words.
    while (i < words.size() && i < 5 && words[i] != "moves") ++i;
    command.tps = joined(words, 2, i);
    if (command.tps.empty()) return invalid("a TPS must follow");
  } else if (words.size() < 2 || words[1] != "startpos") {
    return invalid("expected startpos or tps");
  }
  if (i < words.size() && words[i] == "moves") ++i;
  for (; i < words.size(); ++i) command.turns.emplace_back(words[i]);
  return command;
}

Result<OptionCommand> parse_set_option(const Words& words) {
  if (words.size() < 3 || words[1] != "name") return invalid("expected name NAME value VALUE");
  const auto value = std::find(words.begin() + 2, words.end(), "value");
  const auto at = static_cast<std::size_t>(value - words.begin());
  OptionCommand command{joined(words, 2, at), joined(words, at + 1, words.size())};
  if (command.name.empty()) return invalid("the name is missing");
  return command;
}

Result<NewGameCommand> parse_new_game(const Words& words) {
  NewGameCommand command;
  for (std::size_t i = 1; i < words.size();) {
    // Fields that are not known come with a value.
    const bool named = words[i].front() < '0' || words[i].front() > '9';
    const auto number = integer_at(words, named ? i + 1 : i);
    const std::string_view name = named ? words[i] : "size";
    if (name == "size" || name == "halfkomi") {
      if (!number) return tl::unexpected(number.error());
      (name == "size" ? command.size : command.half_komi) = *number;
    }
    i += named ? 2 : 1;
  }
  return command;
}

GoCommand parse_go(const Words& words) {
  GoCommand command;
  bool infinite = false;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string_view key = words[i];
    infinite = infinite || key == "infinite";
    const auto read = [&](auto& field, long long least) {
      const auto number = i + 1 < words.size() ? parse_integer(words[i + 1], -kLargest, kLargest)
                                               : Result<long long>(invalid("a number must follow"));
      if (!number) {
        command.complaints.push_back(fmt::format("go {}: {}", key, number.error().reason));
        return;
      }
      field = std::max(least, *number);
      ++i;
    };
    if (key == "movetime") read(command.movetime, 0);
    if (key == "wtime") read(command.time[0], 0);
    if (key == "btime") read(command.time[1], 0);
    if (key == "winc") read(command.increment[0], 0);
    if (key == "binc") read(command.increment[1], 0);
    if (key == "movestogo") read(command.moves_to_go, 1);
    if (key == "nodes") read(command.nodes, 1);
    if (key == "depth") read(command.depth, 1);
  }
  if (infinite) {
    GoCommand endless;
    endless.complaints = std::move(command.complaints);
    return endless;
  }
  return command;
}

std::optional<std::chrono::milliseconds> GoCommand::thinking_time(int side, int overhead_ms) const {
  constexpr long long kDay = 86'400'000;
  std::optional<long long> budget = movetime;
  if (budget) *budget -= overhead_ms;
  // A clock for one side alone is taken for both.
  const auto& clock = time[side] ? time[side] : time[1 - side];
  if (clock || increment[side] > 0) {
    constexpr long long kTurnsToCome = 20;
    const long long left = std::max(0LL, clock.value_or(increment[side]) - overhead_ms);
    const long long share =
        left / moves_to_go.value_or(kTurnsToCome) + increment[side] - increment[side] / 4;
    budget = std::min(budget.value_or(kDay), std::min(share, left));
  }
  if (!budget) return std::nullopt;
  return std::chrono::milliseconds(std::clamp(*budget, 1LL, kDay));
}

}  // namespace clanhouse::tei
