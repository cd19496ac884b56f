#include "core/dashigaikh/config.h"

namespace clanhouse::dashigaikh {
namespace {

constexpr int kLongestLimit = 100000;

std::string print_inactivity(const Config& config) {
  switch (config.inactivity) {
    case InactivityRule::kNone: return "none";
    case InactivityRule::kPlies: return "plies:" + std::to_string(config.inactivity_plies);
    case InactivityRule::kRepetition: return "repetition";
  }
  return {};
}

Result<void> parse_inactivity(Config& config, std::string_view text) {
  constexpr std::string_view kPrefix = "plies:";
  if (text == "none") {
    config.inactivity = InactivityRule::kNone;
  } else if (text == "repetition") {
    config.inactivity = InactivityRule::kRepetition;
  } else if (text.starts_with(kPrefix)) {
    const auto plies = parse_integer(text.substr(kPrefix.size()), 1, kLongestLimit);
    if (!plies) return tl::unexpected(plies.error());
    config.inactivity = InactivityRule::kPlies;
    config.inactivity_plies = static_cast<int>(*plies);
  } else {
    return invalid("expected none, plies:N or repetition, not '" + std::string(text) + "'");
  }
  return {};
}

// A count that may be left to the table of the rules.
auto count_option(int Config::*member, int min, int max) {
  return [=](Config& config, std::string_view text) -> Result<void> {
    if (text == "standard") return config.*member = -1, Result<void>();
    return parse_integer(text, min, max).map([&](long long v) {
      config.*member = static_cast<int>(v);
    });
  };
}
auto print_count(int Config::*member) {
  return [=](const Config& config) {
    return config.*member < 0 ? std::string("standard") : std::to_string(config.*member);
  };
}

}  // namespace

int standard_flats(int size) {
  constexpr std::array<int, kMaxSize + 1> kFlats = {0, 0, 0, 10, 15, 21, 30, 40, 50};
  return kFlats[size];
}

int standard_overseers(int size) { return size <= 4 ? 0 : size <= 6 ? 1 : 2; }

int Config::flats_each() const { return flats < 0 ? standard_flats(size) : flats; }
int Config::overseers_each() const { return overseers < 0 ? standard_overseers(size) : overseers; }

const OptionTable<Config>& config_options() {
  static const OptionTable<Config> table =
      OptionTable<Config>()
          .integer("size", &Config::size, kMinSize, kMaxSize, "board size N, for N x N squares")
          .custom("flats", "2..64|standard", "flats per player; standard: by the size",
                  count_option(&Config::flats, 2, kMaxFlats), print_count(&Config::flats))
          .custom("overseers", "0..4|standard", "overseers per player; standard: by the size",
                  count_option(&Config::overseers, 0, kMaxOverseers),
                  print_count(&Config::overseers))
          .integer("half_komi", &Config::half_komi, -20, 20, "half flats added to player 2's count")
          .custom("inactivity", "none|plies:N|repetition",
                  "draw after N turns without a placement or flattening, or at the third "
                  "repetition",
                  parse_inactivity, print_inactivity)
          .integer("turn_limit", &Config::turn_limit, 0, kLongestLimit,
                   "draw after this many single turns; 0: no limit, in tournaments 20 N^2");
  return table;
}

}  // namespace clanhouse::dashigaikh
