#include "core/files.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include <fmt/format.h>

namespace clanhouse {
namespace {

tl::unexpected<Error> failed(std::string_view what, const std::filesystem::path& path) {
  return io_error(fmt::format("cannot {} {}: {}", what, path.string(), std::strerror(errno)));
}

bool write_all(int file, std::string_view content) {
  while (!content.empty()) {
    const ssize_t count = ::write(file, content.data(), content.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    content.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

}  // namespace

Result<std::string> read_file(const std::filesystem::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return failed("read", path);
  std::string content;
  char buffer[1 << 16];
  for (;;) {
    const ssize_t count = ::read(file, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      const auto error = failed("read", path);
      ::close(file);
      return error;
    }
    if (count == 0) break;
    content.append(buffer, static_cast<std::size_t>(count));
  }
  ::close(file);
  return content;
}

Result<void> write_file(const std::filesystem::path& path, std::string_view content) {
  const std::filesystem::path temporary = path.string() + ".tmp";
  const int file = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file < 0) return failed("write", temporary);
  bool good = write_all(file, content) && ::fsync(file) == 0;
  good = ::close(file) == 0 && good;
  if (good) good = ::rename(temporary.c_str(), path.c_str()) == 0;
  if (good) return {};
  const auto error = failed("write", path);
  ::unlink(temporary.c_str());
  return error;
}

Result<void> append_to(int file, const std::filesystem::path& path, std::string_view content) {
  const off_t end = ::lseek(file, 0, SEEK_END);
  if (end >= 0 && write_all(file, content)) return {};
  const auto error = failed("write", path);
  // A file that cannot be cut off either ends in half a line, as after a kill.
  [[maybe_unused]] const bool cut = end >= 0 && ::ftruncate(file, end) == 0;
  return error;
}

Result<void> make_directories(const std::filesystem::path& path) {
  std::error_code code;
  std::filesystem::create_directories(path, code);
  if (code) {
    return io_error(fmt::format("cannot make folder {}: {}", path.string(), code.message()));
  }
  return {};
}

}  // namespace clanhouse
