// Reads the data files of tests/data.
#pragma once

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

#include <nlohmann/json.hpp>

namespace clanhouse::test {

inline std::string read_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

inline nlohmann::json read_json(const std::string& name) {
  return nlohmann::json::parse(read_text(std::string(TEST_DATA_DIR "/") + name));
}

}  // namespace clanhouse::test
