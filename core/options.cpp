#include "core/options.h"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace clanhouse {

Result<long long> parse_integer(std::string_view text, long long min, long long max) {
  long long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < min || value > max) {
    return invalid(fmt::format("expected a whole number {}..{}, not '{}'", min, max, text));
  }
  return value;
}

Result<double> parse_real(std::string_view text, double min, double max) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value) ||
      value < min || value > max) {
    return invalid(fmt::format("expected a number {}..{}, not '{}'", min, max, text));
  }
  return value;
}

Result<bool> parse_flag(std::string_view text) {
  if (text == "true" || text == "1" || text.empty()) return true;
  if (text == "false" || text == "0") return false;
  return invalid(fmt::format("expected true or false, not '{}'", text));
}

std::string flag_name(std::string key) {
  std::replace(key.begin(), key.end(), '_', '-');
  return "--" + key;
}

std::string format_real(double value) { return fmt::format("{:g}", value); }

}  // namespace clanhouse
