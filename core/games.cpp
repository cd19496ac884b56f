#include "core/games.h"

namespace clanhouse {

std::string known_games() {
  std::string names;
  for_each_family([&](auto family) {
    if (!names.empty()) names += ", ";
    names += family.kName;
  });
  return names;
}

}  // namespace clanhouse
