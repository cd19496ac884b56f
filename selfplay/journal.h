// A journal is the only state of a long measurement: a text file whose first line says what is
// being measured and whose every further line is one finished piece of it, as JSON. Lines are
// appended whole. After a kill at any moment the file is good but for, perhaps, a torn last line,
// which is cut off when the journal is opened again.
#pragma once

#include <filesystem>
#include <mutex>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/error.h"

namespace clanhouse {

class Journal {
 public:
  // Opens or creates the file. An existing journal must have been made with the same
  // header["settings"]; the error names the keys that differ. A second process that opens it is
  // refused. Errors are of kind kIo.
  static Result<Journal> open(const std::filesystem::path& path,
                              const nlohmann::ordered_json& header);
  // The same of an existing file, to be read only, which another process may be appending to.
  static Result<Journal> read(const std::filesystem::path& path,
                              const nlohmann::ordered_json& header);
  Journal(Journal&& other) noexcept;
  Journal& operator=(Journal&&) = delete;
  ~Journal();

  // The header as it stands in the file, and the lines found when it was opened.
  const nlohmann::ordered_json& header() const { return header_; }
  const std::vector<nlohmann::ordered_json>& entries() const { return entries_; }

  // May be called from several threads.
  Result<void> append(const nlohmann::ordered_json& entry);

 private:
  Journal(std::filesystem::path path, int file) : path_(std::move(path)), file_(file) {}
  // The bytes of whole lines.
  Result<std::size_t> load(const nlohmann::ordered_json& header);

  std::filesystem::path path_;
  int file_;  // -1: to be read only
  nlohmann::ordered_json header_;
  std::vector<nlohmann::ordered_json> entries_;
  std::mutex append_mutex_;
};

}  // namespace clanhouse
