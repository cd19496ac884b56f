// Files of named tensors in the safetensors format (version 1): eight bytes with the length of a
// JSON header, the header, the data. Only 32-bit floats.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"

namespace clanhouse {

struct Tensor {
  std::vector<std::int64_t> shape;
  std::vector<float> values;  // row-major: the last index runs fastest
  bool operator==(const Tensor&) const = default;
};

struct TensorFile {
  std::map<std::string, std::string> metadata;
  std::map<std::string, Tensor> tensors;
  bool operator==(const TensorFile&) const = default;
};

// The content of a file. Shapes must match the numbers of values.
std::string format_safetensors(const TensorFile& file);
// Errors say what is damaged, and in which tensor.
Result<TensorFile> parse_safetensors(std::string_view content);
// Errors name the file.
Result<TensorFile> read_safetensors(const std::filesystem::path& path);

}  // namespace clanhouse
