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
// Appends to a file that is open for appending and that nobody else writes: all of the content or
// nothing, so that what follows a failed write does not stand behind half a line. `path` is what
// the error names.
Result<void> append_to(int file, const std::filesystem::path& path, std::string_view content);
// A result whose error, if it is one, is about the content of a file: it names the file.
template <class T>
Result<T> in_file(const std::filesystem::path& path, Result<T> result) {
  if (!result) result.error().reason = path.string() + ": " + result.error().reason;
  return result;
}
Result<void> make_directories(const std::filesystem::path& path);

}  // namespace clanhouse
