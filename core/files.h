// Files that readers never see half written, and that are never lost by a failed write.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/error.h"

namespace clanhouse {

// Errors are of kind kIo and name the file.
Result<std::string> read_file(const std::filesystem::path& path);
// Writes under a temporary name in the same folder, flushes, and renames.
Result<void> write_file(const std::filesystem::path& path, std::string_view content);
Result<void> make_directories(const std::filesystem::path& path);

}  // namespace clanhouse
