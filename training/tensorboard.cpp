#include "training/tensorboard.h"

#include <unistd.h>

#include <array>
#include <bit>
#include <chrono>

#include <fmt/format.h>

#include "core/files.h"

namespace clanhouse::training {
namespace {

using nlohmann::ordered_json;

// ---- protocol buffers: fields are a tag (number · 8 + wire type) and a value ----

std::string varint(std::uint64_t value) {
  std::string bytes;
  for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(value | 0x80);
  return bytes + static_cast<char>(value);
}

template <class Unsigned>
std::string little_endian(Unsigned value) {
  std::string bytes;
  for (std::size_t i = 0; i < sizeof value; ++i) bytes += static_cast<char>(value >> (8 * i));
  return bytes;
}

std::string field(unsigned number, std::uint64_t value) {
  return varint(number << 3) + varint(value);
}
std::string field(unsigned number, double value) {
  return varint(number << 3 | 1) + little_endian(std::bit_cast<std::uint64_t>(value));
}
std::string field(unsigned number, std::string_view bytes) {
  return varint(number << 3 | 2) + varint(bytes.size()) + std::string(bytes);
}
std::string field(unsigned number, float value) {
  return varint(number << 3 | 5) + little_endian(std::bit_cast<std::uint32_t>(value));
}

// Fields of the messages (tensorflow/core/util/event.proto, framework/summary.proto).
constexpr unsigned kEventWallTime = 1;
constexpr unsigned kEventStep = 2;
constexpr unsigned kEventFileVersion = 3;
constexpr unsigned kEventSummary = 5;
constexpr unsigned kSummaryValue = 1;
constexpr unsigned kValueTag = 1;
constexpr unsigned kValueSimple = 2;

// A checksum of what holds checksums itself would be weak, so the format rotates them and adds a
// constant.
std::uint32_t masked_crc32c(std::string_view bytes) {
  return std::rotr(crc32c(bytes), 15) + 0xa282ead8U;
}

void collect(const ordered_json& object, const std::string& prefix, std::vector<Scalar>& scalars) {
  for (const auto& [key, value] : object.items()) {
    if (value.is_object()) {
      collect(value, prefix + key + "/", scalars);
    } else if (value.is_number() && prefix + key != "generation") {
      scalars.push_back({prefix + key, value.get<float>()});
    }
  }
}

double now() {
  const std::chrono::duration<double> time = std::chrono::system_clock::now().time_since_epoch();
  return time.count();
}

}  // namespace

// Debian has a library for this (libcrc32c-dev), but for some hundred bytes a generation its speed
// is not worth one more package that everybody who builds must install.
std::uint32_t crc32c(std::string_view bytes) {
  static constexpr auto kTable = [] {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t i = 0; i < table.size(); ++i) {
      table[i] = i;
      for (int bit = 0; bit < 8; ++bit) {
        table[i] = table[i] >> 1 ^ (table[i] % 2 == 1 ? 0x82f63b78U : 0);
      }
    }
    return table;
  }();
  std::uint32_t crc = ~0U;
  for (const char c : bytes) crc = crc >> 8 ^ kTable[(crc ^ static_cast<unsigned char>(c)) & 0xff];
  return ~crc;
}

std::string tf_record(std::string_view message) {
  const std::string length = little_endian(std::uint64_t{message.size()});
  return length + little_endian(masked_crc32c(length)) + std::string(message) +
         little_endian(masked_crc32c(message));
}

std::string version_event(double time) {
  return field(kEventWallTime, time) + field(kEventFileVersion, "brain.Event:2");
}

std::string scalars_event(double time, std::int64_t step, const std::vector<Scalar>& scalars) {
  std::string summary;
  for (const Scalar& scalar : scalars) {
    summary +=
        field(kSummaryValue, field(kValueTag, scalar.tag) + field(kValueSimple, scalar.value));
  }
  return field(kEventWallTime, time) + field(kEventStep, static_cast<std::uint64_t>(step)) +
         field(kEventSummary, summary);
}

std::vector<Scalar> scalars_of(const ordered_json& line) {
  std::vector<Scalar> scalars;
  collect(line, "", scalars);
  return scalars;
}

Result<void> EventFile::append(const ordered_json& line) {
  const double time = now();
  if (!file_.is_open()) {
    if (auto opened = open(time); !opened) return opened;
  }
  return write(scalars_event(time, line.value("generation", std::int64_t{0}), scalars_of(line)));
}

Result<void> EventFile::open(double time) {
  if (auto made = make_directories(folder_); !made) return made;
  char host[256] = {};
  gethostname(host, sizeof host - 1);
  const std::string name =
      fmt::format("events.out.tfevents.{}.{}", static_cast<std::int64_t>(time), host);
  path_ = folder_ / name;
  // Two processes within a second: the file of the first may end in half a record.
  for (int n = 2; std::filesystem::exists(path_); ++n) {
    path_ = folder_ / fmt::format("{}.{}", name, n);
  }
  file_.open(path_, std::ios::binary);
  return write(version_event(time));
}

Result<void> EventFile::write(std::string_view event) {
  file_ << tf_record(event);
  file_.flush();
  if (!file_) return io_error("cannot write " + path_.string());
  return {};
}

}  // namespace clanhouse::training
