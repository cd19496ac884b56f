// Tables of settings. One table per struct says, for every setting, its key, its range, what it
// does, and where it is stored. Command-line flags, configuration files, agent descriptions
// ("mcts:visits=800") and the lists that `clanhouse games` prints all come from the same table.
//
//   struct Clock { int moves = 40; bool increment = false; };
//   const OptionTable<Clock>& clock_options() {
//     static const OptionTable<Clock> table =
//         OptionTable<Clock>()
//             .integer("moves", &Clock::moves, 1, 500, "moves until the next time control")
//             .flag("increment", &Clock::increment, "add time after each move");
//     return table;
//   }
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.h"

namespace clanhouse {

// The whole of the text as a number within [min, max]; the error says what was expected.
Result<long long> parse_integer(std::string_view text, long long min, long long max);
Result<double> parse_real(std::string_view text, double min, double max);
Result<bool> parse_flag(std::string_view text);
// A number as short as it can be written ("0.5", "1000").
std::string format_real(double value);
// "half_komi" and "half-komi" are the same key; flags are written with '-': "--half-komi".
std::string flag_name(std::string key);

template <class T>
class OptionTable {
 public:
  struct Option {
    std::string key;
    std::string values;  // what may be written: "1..500", "true|false", "uct|puct"
    std::string help;
    std::function<Result<void>(T&, std::string_view)> parse;
    std::function<std::string(const T&)> print;
    bool is_flag = false;
    // Whether any key that begins like this one, up to its dot, is meant: "option.NAME". parse then
    // gets "NAME=VALUE".
    bool names_follow = false;

    bool means(std::string_view wanted) const {
      if (!names_follow) return key == wanted;
      const std::size_t prefix = key.find('.') + 1;
      return wanted.size() > prefix && wanted.starts_with(std::string_view(key).substr(0, prefix));
    }
  };

  template <class Int>
  OptionTable& integer(std::string key, Int T::*member, long long min, long long max,
                       std::string help) {
    return custom(
        std::move(key), std::to_string(min) + ".." + std::to_string(max), std::move(help),
        [=](T& target, std::string_view text) {
          return parse_integer(text, min, max).map([&](long long v) {
            target.*member = static_cast<Int>(v);
          });
        },
        [=](const T& t) { return std::to_string(t.*member); });
  }

  template <class Real>
  OptionTable& real(std::string key, Real T::*member, double min, double max, std::string help) {
    return custom(
        std::move(key), format_real(min) + ".." + format_real(max), std::move(help),
        [=](T& target, std::string_view text) {
          return parse_real(text, min, max).map([&](double v) {
            target.*member = static_cast<Real>(v);
          });
        },
        [=](const T& t) { return format_real(t.*member); });
  }

  // A real number ≥ 0, or "auto": kAuto, for who uses it to choose.
  static constexpr int kAuto = -1;
  template <class Real>
  OptionTable& real_or_auto(std::string key, Real T::*member, double max, std::string help) {
    return custom(
        std::move(key), "auto|0.." + format_real(max), std::move(help),
        [=](T& target, std::string_view text) -> Result<void> {
          if (text == "auto") return target.*member = kAuto, Result<void>();
          return parse_real(text, 0, max).map([&](double v) {
            target.*member = static_cast<Real>(v);
          });
        },
        [=](const T& t) { return t.*member == kAuto ? "auto" : format_real(t.*member); });
  }

  OptionTable& flag(std::string key, bool T::*member, std::string help) {
    custom(
        std::move(key), "true|false", std::move(help),
        [=](T& target, std::string_view text) {
          return parse_flag(text).map([&](bool v) { target.*member = v; });
        },
        [=](const T& t) { return std::string(t.*member ? "true" : "false"); });
    options_.back().is_flag = true;
    return *this;
  }

  template <class Enum>
  OptionTable& choice(std::string key, Enum T::*member,
                      std::vector<std::pair<std::string, Enum>> names, std::string help) {
    std::string values;
    for (const auto& [name, value] : names) values += (values.empty() ? "" : "|") + name;
    return custom(
        std::move(key), values, std::move(help),
        [=](T& target, std::string_view text) -> Result<void> {
          for (const auto& [name, value] : names) {
            if (name == text) return target.*member = value, Result<void>();
          }
          return invalid("expected " + values + ", not '" + std::string(text) + "'");
        },
        [=](const T& t) {
          for (const auto& [name, value] : names) {
            if (value == t.*member) return name;
          }
          return std::string();
        });
  }

  OptionTable& text(std::string key, std::string T::*member, std::string values, std::string help) {
    return custom(
        std::move(key), std::move(values), std::move(help),
        [=](T& target, std::string_view text) {
          target.*member = std::string(text);
          return Result<void>();
        },
        [=](const T& t) { return t.*member; });
  }

  OptionTable& custom(std::string key, std::string values, std::string help,
                      std::function<Result<void>(T&, std::string_view)> parse,
                      std::function<std::string(const T&)> print) {
    options_.push_back(
        {std::move(key), std::move(values), std::move(help), std::move(parse), std::move(print)});
    return *this;
  }

  // Any number of settings "key.NAME" whose names are not known here, as pairs of name and value.
  OptionTable& named(std::string key, std::vector<std::pair<std::string, std::string>> T::*member,
                     std::string help) {
    custom(
        std::move(key) + ".NAME", "TEXT", std::move(help),
        [=](T& target, std::string_view text) {
          const auto equals = text.find('=');
          (target.*member).emplace_back(text.substr(0, equals), text.substr(equals + 1));
          return Result<void>();
        },
        [](const T&) { return std::string(); });
    options_.back().names_follow = true;
    return *this;
  }

  // All settings of a part of T that has a table of its own. That table must outlive this one.
  template <class Part>
  OptionTable& part(Part T::*member, const OptionTable<Part>& table) {
    for (const auto& option : table.options()) {
      custom(
          option.key, option.values, option.help,
          [&option, member](T& target, std::string_view text) {
            return option.parse(target.*member, text);
          },
          [&option, member](const T& t) { return option.print(t.*member); });
      options_.back().is_flag = option.is_flag;
      options_.back().names_follow = option.names_follow;
    }
    return *this;
  }

  // All settings of another table.
  OptionTable& with(const OptionTable& other) {
    options_.insert(options_.end(), other.options_.begin(), other.options_.end());
    return *this;
  }

  const std::vector<Option>& options() const { return options_; }

  // Sets one setting; an unknown key or a bad value is an error that names the key.
  Result<void> set(T& target, std::string_view key, std::string_view value) const {
    for (const Option& option : options_) {
      if (!option.means(key)) continue;
      std::string text(value);
      if (option.names_follow) {
        text = std::string(key.substr(option.key.find('.') + 1)) + "=" + text;
      }
      return option.parse(target, text).map_error([&](Error e) {
        e.reason = std::string(key) + ": " + e.reason;
        return e;
      });
    }
    std::string known;
    for (const Option& option : options_) known += (known.empty() ? "" : ", ") + option.key;
    return invalid("unknown key '" + std::string(key) + "' (" +
                   (known.empty() ? "there are no keys" : "known: " + known) + ")");
  }

 private:
  std::vector<Option> options_;
};

// The flags that set what differs from the defaults, each with a blank before it.
template <class T>
std::string flags_of(const OptionTable<T>& table, const T& settings) {
  const T defaults;
  std::string text;
  for (const auto& option : table.options()) {
    const std::string value = option.print(settings);
    if (value == option.print(defaults)) continue;
    text += " " + flag_name(option.key) + (option.is_flag ? "=" : " ") + value;
  }
  return text;
}

}  // namespace clanhouse
