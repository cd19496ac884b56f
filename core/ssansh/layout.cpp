#include "core/ssansh/layout.h"

#include <algorithm>
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <toml++/toml.h>

#include "core/ssansh/builtin_layouts.h"

namespace clanhouse::ssansh {
namespace {

// Throws Error; caught in parse_layout.
[[noreturn]] void fail(const toml::node& node, const std::string& reason) {
  const toml::source_position at = node.source().begin;
  throw Error{reason, static_cast<int>(at.line), static_cast<int>(at.column), ErrorKind::kInvalid};
}

const toml::array& array_at(const toml::table& table, const std::string& key) {
  const toml::node* node = table.get(key);
  if (node == nullptr) throw Error{key + ": this key is missing", 1, 1, ErrorKind::kInvalid};
  const toml::array* array = node->as_array();
  if (array == nullptr) fail(*node, key + ": expected a list");
  return *array;
}

void read_name(const toml::table& table, Layout& layout) {
  const toml::node* node = table.get("name");
  if (node == nullptr) throw Error{"name: this key is missing", 1, 1, ErrorKind::kInvalid};
  const auto name = node->value<std::string>();
  if (!name || !node->is_string() || name->empty()) fail(*node, "name: expected a text");
  layout.name = *name;
}

void read_colours(const toml::table& table, Layout& layout) {
  const toml::array& colours = array_at(table, "colours");
  if (colours.empty() || colours.size() > kMaxSpaces) {
    fail(colours, fmt::format("colours: expected 3 to {} spaces", kMaxSpaces));
  }
  std::array<int, kColours> homes{};
  for (const toml::node& node : colours) {
    const auto name = node.value<std::string>();
    const auto known =
        std::find(std::begin(kColourNames), std::end(kColourNames), name.value_or(""));
    const bool neutral = name == "neutral";
    if (!node.is_string() || (!neutral && known == std::end(kColourNames))) {
      fail(node, "colours: expected red, green, blue or neutral");
    }
    const int home = neutral ? kNeutral : static_cast<int>(known - std::begin(kColourNames));
    if (!neutral) ++homes[home];
    layout.home[layout.spaces++] = static_cast<std::uint8_t>(home);
  }
  for (int c = 0; c < kColours; ++c) {
    if (homes[c] != 1) {
      fail(colours, fmt::format("colours: there must be one {} home space, not {}", kColourNames[c],
                                homes[c]));
    }
  }
}

void read_neighbours(const toml::table& table, Layout& layout) {
  const toml::array& lists = array_at(table, "neighbours");
  if (static_cast<int>(lists.size()) != layout.spaces) {
    fail(lists, fmt::format("neighbours: expected a list for each of {} spaces", layout.spaces));
  }
  for (int space = 0; space < layout.spaces; ++space) {
    const toml::node& node = lists[static_cast<std::size_t>(space)];
    if (!node.is_array()) fail(node, "neighbours: expected lists of spaces");
    for (const toml::node& item : *node.as_array()) {
      const auto other = item.value<std::int64_t>();
      if (!item.is_integer() || *other < 0 || *other >= layout.spaces) {
        fail(item, fmt::format("neighbours: expected a space 0..{}", layout.spaces - 1));
      }
      if (*other == space) fail(item, fmt::format("neighbours: space {} is next to itself", space));
      const std::uint32_t bit = std::uint32_t{1} << *other;
      if ((layout.neighbours[space] & bit) != 0) {
        fail(item, fmt::format("neighbours: space {} is named twice", *other));
      }
      layout.neighbours[space] |= bit;
    }
  }
  for (int a = 0; a < layout.spaces; ++a) {
    for (int b = 0; b < layout.spaces; ++b) {
      const bool there = (layout.neighbours[a] >> b & 1) != 0;
      const bool back = (layout.neighbours[b] >> a & 1) != 0;
      if (there && !back) {
        fail(lists, fmt::format("neighbours: {} has {}, but {} does not have {}", a, b, b, a));
      }
    }
  }
  std::uint32_t reached = 1;
  for (int round = 0; round < layout.spaces; ++round) {
    for (int space = 0; space < layout.spaces; ++space) {
      if ((reached >> space & 1) != 0) reached |= layout.neighbours[space];
    }
  }
  if (reached != (std::uint32_t{1} << layout.spaces) - 1) {
    fail(lists, "neighbours: the board is not connected");
  }
}

void read_picture(const toml::table& table, Layout& layout) {
  const toml::node* node = table.get("picture");
  if (node == nullptr) return;
  const toml::array* points = node->as_array();
  if (points == nullptr || static_cast<int>(points->size()) != layout.spaces) {
    fail(*node, fmt::format("picture: expected one [x, y] for each of {} spaces", layout.spaces));
  }
  for (const toml::node& point : *points) {
    const toml::array* pair = point.as_array();
    if (pair == nullptr || pair->size() != 2 || !pair->get(0)->is_number() ||
        !pair->get(1)->is_number()) {
      fail(point, "picture: expected [x, y]");
    }
    layout.picture.push_back({*pair->get(0)->value<double>(), *pair->get(1)->value<double>()});
  }
}

}  // namespace

Result<Layout> parse_layout(std::string_view text) {
  try {
    const toml::table table = toml::parse(text);
    for (const auto& [key, node] : table) {
      if (key != "name" && key != "colours" && key != "neighbours" && key != "picture") {
        fail(node, "unknown key '" + std::string(key.str()) + "'");
      }
    }
    Layout layout;
    read_name(table, layout);
    read_colours(table, layout);
    read_neighbours(table, layout);
    read_picture(table, layout);
    return layout;
  } catch (const toml::parse_error& error) {
    return invalid(std::string(error.description()), static_cast<int>(error.source().begin.line),
                   static_cast<int>(error.source().begin.column));
  } catch (const Error& error) {
    return tl::unexpected(error);
  }
}

Result<void> check_players(const Layout& layout, int players) {
  if (players < kMinPlayers || players > kMaxPlayers) {
    return invalid(fmt::format("players: 2 to 5, not {}", players));
  }
  const int needed = 2 * layout.spaces + kHandSize * players;
  if (needed <= kFigurines) return {};
  return invalid(fmt::format("layout: '{}' with {} players needs {} figurines, but there are {}",
                             layout.name, players, needed, kFigurines));
}

Result<Layout> find_layout(const std::string& name_or_path) {
  std::string known;
  for (const auto& [name, text] : kBuiltinLayouts) {
    if (name == name_or_path) return parse_layout(text);
    known += (known.empty() ? "" : ", ") + std::string(name);
  }
  if (name_or_path.find('/') == std::string::npos && !name_or_path.ends_with(".toml")) {
    return invalid("layout: unknown layout '" + name_or_path + "' (known: " + known +
                   ", or the path of a file)");
  }
  std::ifstream in(name_or_path, std::ios::binary);
  std::ostringstream text;
  if (!in || !(text << in.rdbuf())) return io_error("cannot read " + name_or_path);
  auto layout = parse_layout(text.str());
  if (!layout) return invalid("layout: " + layout.error().describe(name_or_path));
  return layout;
}

}  // namespace clanhouse::ssansh
