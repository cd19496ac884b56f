#include "agents/net/safetensors.h"

#include <bit>
#include <cstring>
#include <limits>

#include <fmt/format.h>

#include "core/files.h"
#include "core/json_input.h"

namespace clanhouse {
namespace {

static_assert(std::endian::native == std::endian::little, "the format is little-endian");

using nlohmann::json;

constexpr std::size_t kLengthBytes = 8;
constexpr const char* kMetadata = "__metadata__";

std::map<std::string, std::string> read_metadata(const json& value) {
  if (!value.is_object()) json_input::fail(kMetadata, "expected an object");
  std::map<std::string, std::string> metadata;
  for (const auto& [key, text] : value.items()) metadata[key] = json_input::string_of(text, key);
  return metadata;
}

std::uint64_t whole_number(const json& value, const std::string& name) {
  if (!value.is_number_unsigned()) json_input::fail(name, "expected a whole number");
  return value.get<std::uint64_t>();
}

Tensor read_tensor(const json& value, const std::string& name, std::string_view data) {
  if (!value.is_object()) json_input::fail(name, "expected an object");
  const std::string type = json_input::string_of(json_input::get(value, "dtype"), name);
  if (type != "F32")
    json_input::fail(name, "only F32 is known here, not " + clanhouse::quoted(type));
  Tensor tensor;
  std::uint64_t count = 1;
  for (const json& length : json_input::array_of(json_input::get(value, "shape"), name)) {
    const std::uint64_t n = whole_number(length, name);
    if (n > std::numeric_limits<std::int32_t>::max() || count * n > data.size()) {
      json_input::fail(name, "the shape is larger than the file");
    }
    count *= n;
    tensor.shape.push_back(static_cast<std::int64_t>(n));
  }
  const json& offsets = json_input::array_of(json_input::get(value, "data_offsets"), name);
  if (offsets.size() != 2) json_input::fail(name, "expected two data_offsets");
  const std::uint64_t begin = whole_number(offsets[0], name);
  const std::uint64_t end = whole_number(offsets[1], name);
  if (begin > end || end > data.size()) json_input::fail(name, "the data lie outside of the file");
  if (end - begin != count * sizeof(float)) {
    json_input::fail(name, "the data have another length than the shape says");
  }
  tensor.values.resize(count);
  if (count > 0) std::memcpy(tensor.values.data(), data.data() + begin, end - begin);
  return tensor;
}

}  // namespace

std::string format_safetensors(const TensorFile& file) {
  nlohmann::ordered_json header;
  if (!file.metadata.empty()) header[kMetadata] = file.metadata;
  std::uint64_t offset = 0;
  for (const auto& [name, tensor] : file.tensors) {
    const std::uint64_t end = offset + tensor.values.size() * sizeof(float);
    header[name] = {{"dtype", "F32"}, {"shape", tensor.shape}, {"data_offsets", {offset, end}}};
    offset = end;
  }
  std::string text = header.is_null() ? "{}" : header.dump();
  // Blanks after the header let the data begin at a multiple of eight.
  text.resize((text.size() + kLengthBytes - 1) / kLengthBytes * kLengthBytes, ' ');
  const std::uint64_t length = text.size();
  std::string content(kLengthBytes, '\0');
  std::memcpy(content.data(), &length, kLengthBytes);
  content += text;
  for (const auto& [name, tensor] : file.tensors) {
    content.append(reinterpret_cast<const char*>(tensor.values.data()),
                   tensor.values.size() * sizeof(float));
  }
  return content;
}

Result<TensorFile> read_safetensors(const std::filesystem::path& path) {
  const auto content = read_file(path);
  if (!content) return tl::unexpected(content.error());
  return in_file(path, parse_safetensors(*content));
}

Result<TensorFile> parse_safetensors(std::string_view content) {
  std::uint64_t length = 0;
  if (content.size() < kLengthBytes) return invalid("this is no safetensors file");
  std::memcpy(&length, content.data(), kLengthBytes);
  if (length > content.size() - kLengthBytes) {
    return invalid("this is no safetensors file, or only the beginning of one");
  }
  const std::string_view data = content.substr(kLengthBytes + length);
  return json_input::read_text<TensorFile>(
      content.substr(kLengthBytes, length), [&](const json& header) -> Result<TensorFile> {
        if (!header.is_object()) return invalid("the header is no object");
        TensorFile file;
        for (const auto& [name, value] : header.items()) {
          if (name == kMetadata) {
            file.metadata = read_metadata(value);
          } else {
            file.tensors[name] = read_tensor(value, name, data);
          }
        }
        return file;
      });
}

}  // namespace clanhouse
