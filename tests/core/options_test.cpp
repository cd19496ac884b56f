#include "core/options.h"

#include <gtest/gtest.h>

#include "core/dashigaikh/config.h"

namespace clanhouse {
namespace {

TEST(Options, NumbersAreReadWholeAndInRange) {
  EXPECT_EQ(parse_integer("42", 0, 100), 42);
  EXPECT_EQ(parse_integer("-3", -5, 5), -3);
  for (const char* bad : {"", "4 2", "42x", "0x10", "101", "-1", "99999999999999999999", "1e2"}) {
    EXPECT_FALSE(parse_integer(bad, 0, 100)) << bad;
  }
  EXPECT_EQ(parse_real("0.25", 0, 1), 0.25);
  for (const char* bad : {"", "nan", "inf", "1.5", "0.5 ", "a"}) {
    EXPECT_FALSE(parse_real(bad, 0, 1)) << bad;
  }
}

TEST(Options, ErrorsNameTheKey) {
  dashigaikh::Config config;
  const auto& table = dashigaikh::config_options();
  EXPECT_EQ(table.set(config, "size", "9").error().reason,
            "size: expected a whole number 3..8, not '9'");
  EXPECT_NE(table.set(config, "sise", "5").error().reason.find("unknown key 'sise'"),
            std::string::npos);
  EXPECT_EQ(config, dashigaikh::Config());
}

TEST(Options, EveryValueIsPrintedAsItIsRead) {
  dashigaikh::Config config;
  const auto& table = dashigaikh::config_options();
  for (const auto& [key, value] :
       std::initializer_list<std::pair<const char*, const char*>>{{"size", "6"},
                                                                  {"flats", "30"},
                                                                  {"overseers", "standard"},
                                                                  {"half_komi", "-4"},
                                                                  {"inactivity", "plies:50"},
                                                                  {"turn_limit", "300"}}) {
    ASSERT_TRUE(table.set(config, key, value)) << key;
    for (const auto& option : table.options()) {
      if (option.key == key) {
        EXPECT_EQ(option.print(config), value);
      }
    }
  }
  EXPECT_FALSE(table.set(config, "inactivity", "plies:0"));
  EXPECT_FALSE(table.set(config, "inactivity", "sometimes"));
}

}  // namespace
}  // namespace clanhouse
