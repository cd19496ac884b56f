#include "agents/net/shipped.h"

#include <cstdlib>
#include <vector>

namespace clanhouse {

std::optional<std::filesystem::path> find_model(const std::string& name) {
  std::error_code ignored;
  std::vector<std::filesystem::path> folders;
  if (const char* given = std::getenv("CLANHOUSE_MODELS")) {
    folders.emplace_back(given);
  } else {
    const auto program = std::filesystem::read_symlink("/proc/self/exe", ignored);
    folders = {program.parent_path() / "models", CLANHOUSE_SOURCE_MODELS};
  }
  for (const auto& folder : folders) {
    if (std::filesystem::exists(folder / name, ignored)) return folder / name;
  }
  return std::nullopt;
}

}  // namespace clanhouse
