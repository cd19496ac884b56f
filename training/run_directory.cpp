#include "training/run_directory.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <thread>

#include <fmt/format.h>

#include "core/files.h"
#include "core/json_input.h"

namespace clanhouse::training {
namespace {

using nlohmann::ordered_json;

// The number that a file is named after; -1 where it is another file.
int number_of(const std::filesystem::path& path, const std::string& ending) {
  int number = -1;
  int used = 0;
  const std::string name = path.filename().string();
  const bool read = std::sscanf(name.c_str(), "%6d%n", &number, &used) == 1;
  return read && name.substr(static_cast<std::size_t>(used)) == ending ? number : -1;
}

template <class Visit>
void for_each_file(const std::filesystem::path& folder, Visit&& visit) {
  std::error_code ignored;
  for (std::filesystem::directory_iterator it(folder, ignored), end; it != end;
       it.increment(ignored)) {
    visit(it->path());
  }
}

}  // namespace

std::filesystem::path RunDirectory::net(int generation) const {
  return path_ / "nets" / fmt::format("{:06}.safetensors", generation);
}
std::filesystem::path RunDirectory::checkpoint(int generation) const {
  return path_ / "checkpoints" / fmt::format("{:06}.pt", generation);
}
std::filesystem::path RunDirectory::games(const ShardName& s) const {
  return path_ / "games" / fmt::format("{}-{:06}-g{}-r{}.zst", s.actor, s.number, s.games, s.rows);
}

Result<void> RunDirectory::create() const {
  for (const char* folder : {"nets", "games", "checkpoints"}) {
    if (auto made = make_directories(path_ / folder); !made) return made;
  }
  return {};
}

Result<void> RunDirectory::lock() {
  const auto path = path_ / "lock";
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (file < 0) return io_error("cannot write " + path.string());
  if (::flock(file, LOCK_EX | LOCK_NB) != 0) {
    ::close(file);
    return io_error(path_.string() + ": another process learns in this run");
  }
  return {};
}

Result<ordered_json> RunDirectory::read_settings() const {
  const auto content = read_file(settings());
  if (!content) return tl::unexpected(content.error());
  const auto read = ordered_json::parse(*content, nullptr, false);
  if (!read.is_object()) return invalid(settings().string() + ": this is not JSON");
  return read;
}

Result<void> RunDirectory::keep_settings(const ordered_json& now, bool accept) const {
  if (!std::filesystem::exists(settings())) return write_file(settings(), now.dump(2) + "\n");
  const auto then = read_settings();
  if (!then) return tl::unexpected(then.error());
  std::string differences;
  bool same = true;
  const auto compare = [&](const std::string& key, const ordered_json& before,
                           const ordered_json& after) {
    if (before == after) return;
    same = false;
    // A run may be made longer.
    if (key == "generations" || key == "build") return;
    differences += fmt::format("{}{} was {}, now {}", differences.empty() ? "" : ", ", key,
                               before.dump(), after.dump());
  };
  for (const auto& [key, value] : now.items()) {
    const ordered_json before = then->value(key, ordered_json());
    if (!value.is_object()) {
      compare(key, before, value);
      continue;
    }
    for (const auto& [name, setting] : value.items()) {
      compare(name, before.is_object() ? before.value(name, ordered_json()) : ordered_json(),
              setting);
    }
  }
  if (!differences.empty() && !accept) {
    return invalid(path_.string() + " is a run with other settings: " + differences +
                   " (--accept-config goes on with them)");
  }
  if (same) return {};
  ordered_json kept = now;
  kept["earlier"] = then->value("earlier", ordered_json::array());
  ordered_json before = *then;
  before.erase("earlier");
  kept["earlier"].push_back(before);
  return write_file(settings(), kept.dump(2) + "\n");
}

int RunDirectory::newest_net() const {
  int newest = -1;
  for_each_file(path_ / "nets", [&](const auto& path) {
    newest = std::max(newest, number_of(path, ".safetensors"));
  });
  return newest;
}

std::vector<ShardName> RunDirectory::shards() const {
  std::vector<std::pair<std::filesystem::file_time_type, ShardName>> found;
  for_each_file(path_ / "games", [&](const std::filesystem::path& path) {
    ShardName shard{path, {}, 0, 0, 0};
    const std::string name = path.filename().string();
    const auto dash = name.find('-');
    if (dash == std::string::npos || path.extension() != ".zst") return;
    shard.actor = name.substr(0, dash);
    if (std::sscanf(name.c_str() + dash, "-%6d-g%ld-r%ld", &shard.number, &shard.games,
                    &shard.rows) != 3) {
      return;
    }
    std::error_code gone;
    const auto time = std::filesystem::last_write_time(path, gone);
    if (!gone) found.emplace_back(time, std::move(shard));
  });
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
    return std::tie(a.first, a.second.path) < std::tie(b.first, b.second.path);
  });
  std::vector<ShardName> shards;
  for (auto& [time, shard] : found) shards.push_back(std::move(shard));
  return shards;
}

void RunDirectory::drop_checkpoints_before(int generation) const {
  std::vector<std::filesystem::path> old;
  for_each_file(path_ / "checkpoints", [&](const auto& path) {
    const int number = number_of(path, ".pt");
    if (number >= 0 && number < generation) old.push_back(path);
  });
  std::error_code ignored;
  for (const auto& path : old) std::filesystem::remove(path, ignored);
}

Result<std::vector<nlohmann::json>> RunDirectory::read_log() const {
  const auto text = log_text();
  if (!text) return tl::unexpected(text.error());
  return read_log(*text);
}

Result<std::vector<nlohmann::json>> RunDirectory::open_log(int generation) const {
  const auto text = log_text();
  if (!text) return tl::unexpected(text.error());
  auto lines = read_log(*text);
  if (!lines) return lines;
  std::vector<nlohmann::json> kept;
  std::string kept_text;
  std::size_t begin = 0;
  for (nlohmann::json& line : *lines) {
    const std::size_t end = text->find('\n', begin) + 1;
    if (line["generation"] <= generation) {
      kept_text += text->substr(begin, end - begin);
      kept.push_back(std::move(line));
    }
    begin = end;
  }
  if (kept_text != *text) {
    if (auto written = write_file(log_path(), kept_text); !written) {
      return tl::unexpected(written.error());
    }
  }
  return kept;
}

Result<std::string> RunDirectory::log_text() const {
  return std::filesystem::exists(log_path()) ? read_file(log_path()) : std::string();
}

Result<std::vector<nlohmann::json>> RunDirectory::read_log(const std::string& text) const {
  std::vector<nlohmann::json> lines;
  std::size_t begin = 0;
  for (int number = 1;; ++number) {
    const std::size_t end = text.find('\n', begin);
    if (end == std::string::npos) return lines;
    const auto line = json_input::read_text<nlohmann::json>(
        text.substr(begin, end - begin), [](const nlohmann::json& json) {
          if (!json.is_object()) throw Error{"expected an object", 0, 0, ErrorKind::kInvalid};
          json_input::integer_of(json_input::get(json, "generation"), "generation", 0, INT32_MAX);
          return json;
        });
    if (!line) {
      const Error& error = line.error();
      const std::string column = error.column > 0 ? fmt::format(":{}", error.column) : "";
      return invalid(fmt::format("{}:{}{}: {}", log_path().string(), number, column, error.reason));
    }
    lines.push_back(*line);
    begin = end + 1;
  }
}

Result<void> RunDirectory::log(const ordered_json& line) const {
  const int file = ::open(log_path().c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (file < 0) return io_error("cannot write " + log_path().string());
  auto written = append_to(file, log_path(), line.dump() + "\n");
  ::close(file);
  return written;
}

void pause_after_look(std::chrono::steady_clock::time_point began) {
  const auto took = std::chrono::steady_clock::now() - began;
  std::this_thread::sleep_for(std::clamp<std::chrono::steady_clock::duration>(
      20 * took, std::chrono::milliseconds(100), std::chrono::seconds(2)));
}

}  // namespace clanhouse::training
