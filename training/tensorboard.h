// The numbers of a run for TensorBoard (tensorboard --logdir RUN), as event files.
//
// An event file is a TFRecord file, that is, framed and checksummed records; each record is one
// protocol-buffer message `Event`. The first names the version of the format, every other one holds
// the scalars of a step. TensorBoard takes all files of a folder together, so a run that goes on
// begins a new file and never touches what an earlier process has left.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/error.h"

namespace clanhouse::training {

struct Scalar {
  std::string tag;
  float value = 0;
  bool operator==(const Scalar&) const = default;
};

class EventFile {
 public:
  explicit EventFile(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // The scalars of a line of the log, at the line's generation. The file is made with the first
  // line, in the folder, which is made too; each line is on its way to the disk when this returns.
  Result<void> append(const nlohmann::ordered_json& line);

 private:
  Result<void> open(double time);
  Result<void> write(std::string_view event);

  std::filesystem::path folder_;
  std::filesystem::path path_;
  std::ofstream file_;
};

// All numbers of a line but its generation; those of objects inside it as "outer/inner".
std::vector<Scalar> scalars_of(const nlohmann::ordered_json& line);

// Messages; `time` in seconds since 1970.
std::string version_event(double time);
std::string scalars_event(double time, std::int64_t step, const std::vector<Scalar>& scalars);
// A message as a record of a TFRecord file.
std::string tf_record(std::string_view message);

// The checksum of these files (Castagnoli's polynomial).
std::uint32_t crc32c(std::string_view bytes);

}  // namespace clanhouse::training
