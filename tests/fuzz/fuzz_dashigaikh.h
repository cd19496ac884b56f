// What the fuzzer runs on any bytes.
#pragma once

#include <string>
#include <string_view>

#include "core/dashigaikh/record.h"
#include "core/dashigaikh/text.h"
#include "tests/fuzz/fuzz_require.h"

namespace clanhouse::test {

// Reads the text as TPS and as PTN; whatever is read must be written and read again the same.
inline void fuzz_dashigaikh(std::string_view text) {
  using namespace dashigaikh;
  if (const auto size = tps_size(text)) {
    Config config;
    config.size = *size;
    with_size(config, [&](const auto& game) {
      if (const auto state = read_tps(game, text)) {
        const auto again = read_tps(game, write_tps(*state));
        fuzz_require(again && *again == *state, text, "a TPS changed when written");
      }
    });
  }
  const RecordFile file = read_records(text, Config());
  fuzz_require(!file.error || !file.error->reason.empty(), text, "an error without a reason");
  for (const Record& record : file.records) {
    const std::string written = write_record(record);
    const RecordFile again = read_records(written, Config());
    fuzz_require(!again.error && again.records.size() == 1, written, "a written PTN is not read");
    fuzz_require(write_record(again.records[0]) == written, written, "a PTN changed when written");
  }
}

}  // namespace clanhouse::test
