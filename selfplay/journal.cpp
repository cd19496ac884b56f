#include "selfplay/journal.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "core/files.h"

namespace clanhouse {
namespace {

using nlohmann::ordered_json;

// "games (200, not 100), seed (…)": the keys whose values differ.
std::string differences(const ordered_json& stored, const ordered_json& wanted) {
  std::string text;
  const auto add = [&](const std::string& key, const std::string& old, const std::string& now) {
    text += fmt::format("{}{} ({} there, {} now)", text.empty() ? "" : ", ", key, old, now);
  };
  for (const auto& [key, value] : wanted.items()) {
    if (!stored.contains(key)) {
      add(key, "missing", value.dump());
    } else if (stored[key] != value) {
      add(key, stored[key].dump(), value.dump());
    }
  }
  for (const auto& [key, value] : stored.items()) {
    if (!wanted.contains(key)) add(key, value.dump(), "missing");
  }
  return text;
}

}  // namespace

Journal::Journal(Journal&& other) noexcept
    : path_(std::move(other.path_)),
      file_(std::exchange(other.file_, -1)),
      header_(std::move(other.header_)),
      entries_(std::move(other.entries_)) {}

Journal::~Journal() {
  if (file_ >= 0) ::close(file_);
}

Result<Journal> Journal::open(const std::filesystem::path& path, const ordered_json& header) {
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (file < 0) {
    return io_error(fmt::format("cannot open {}: {}", path.string(), std::strerror(errno)));
  }
  Journal journal(path, file);
  if (::flock(file, LOCK_EX | LOCK_NB) != 0) {
    return io_error(fmt::format("{} is in use by another process", path.string()));
  }
  const auto whole = journal.load(header);
  if (!whole) return tl::unexpected(whole.error());
  // What is left is a line that was being written when the process was killed.
  if (::ftruncate(file, static_cast<off_t>(*whole)) != 0) {
    return io_error(fmt::format("cannot mend {}: {}", path.string(), std::strerror(errno)));
  }
  if (*whole == 0) {
    if (auto written = journal.append(header); !written) return tl::unexpected(written.error());
  }
  return journal;
}

Result<Journal> Journal::read(const std::filesystem::path& path, const ordered_json& header) {
  Journal journal(path, -1);
  if (auto loaded = journal.load(header); !loaded) return tl::unexpected(loaded.error());
  return journal;
}

Result<std::size_t> Journal::load(const ordered_json& header) {
  const auto content = read_file(path_);
  if (!content) return tl::unexpected(content.error());
  std::size_t begin = 0;
  int line = 1;
  for (std::size_t end; (end = content->find('\n', begin)) != std::string::npos; ++line) {
    const auto text = std::string_view(*content).substr(begin, end - begin);
    auto entry = ordered_json::parse(text, nullptr, false);
    if (!entry.is_object() || (line == 1 && !entry.contains("settings"))) {
      return io_error(fmt::format("{}:{}: this is not a line of a journal", path_.string(), line));
    }
    (line == 1 ? header_ : entries_.emplace_back()) = std::move(entry);
    begin = end + 1;
  }
  if (line == 1 && !content->empty() && content->front() != '{') {
    return io_error(fmt::format("{}:1: this is not a journal", path_.string()));
  }
  if (line == 1) {
    header_ = header;
    return 0;
  }
  const std::string differing = differences(header_["settings"], header["settings"]);
  if (!differing.empty()) {
    return io_error(fmt::format("{} holds results of other settings: {}; give another folder",
                                path_.string(), differing));
  }
  return begin;
}

Result<void> Journal::append(const ordered_json& entry) {
  const std::string line = entry.dump() + "\n";
  const std::lock_guard lock(append_mutex_);
  return append_to(file_, path_, line);
}

}  // namespace clanhouse
