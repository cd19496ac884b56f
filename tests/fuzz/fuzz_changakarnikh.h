// What the fuzzer runs on any bytes.
#pragma once

#include <string>
#include <string_view>

#include "core/changakarnikh/record.h"
#include "core/changakarnikh/setup.h"
#include "tests/fuzz/fuzz_require.h"

namespace clanhouse::test {

// Reads the text as a record and as a race setup; whatever is read must be written and read again
// the same.
inline void fuzz_changakarnikh(std::string_view text) {
  using namespace changakarnikh;
  const ReadRecord read = read_record(text);
  if (read.error) {
    fuzz_require(!read.error->reason.empty(), text, "an error without a reason");
  } else {
    const std::string written = record_text(read.play, RecordInfo());
    const ReadRecord again = read_record(written);
    fuzz_require(!again.error && again.play.state() == read.play.state(), written,
                 "a record changed when written");
  }
  const auto setup = read_setup(text);
  if (!setup) {
    fuzz_require(!setup.error().reason.empty(), text, "an error without a reason");
    return;
  }
  // At the beginning of a turn what is printed is a setup again.
  const std::string printed = race_json(setup->race, setup->rules).dump();
  const auto again = read_setup(printed);
  fuzz_require(again && again->race == setup->race, printed, "a setup changed when printed");
  (void)run_setup(*setup);
}

}  // namespace clanhouse::test
