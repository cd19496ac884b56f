// Event files for TensorBoard. The bytes of records were read back by TensorBoard 2.21.
#include "training/tensorboard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "core/files.h"
#include "tests/temporary_folder.h"

namespace clanhouse::training {
namespace {

using nlohmann::ordered_json;
using testing::ElementsAre;
using testing::HasSubstr;
using namespace std::string_literals;

TEST(Crc32c, HasTheCheckValueOfItsPolynomial) {
  EXPECT_EQ(crc32c("123456789"), 0xe3069283U);
  EXPECT_EQ(crc32c(""), 0U);
  EXPECT_EQ(crc32c(std::string(32, '\0')), 0x8a9136aaU);  // RFC 3720, B.4
}

TEST(EventRecord, HasTheBytesThatTensorBoardReads) {
  EXPECT_EQ(tf_record(version_event(1.5)),
            "\x18\0\0\0\0\0\0\0\xa3\x7f\x4b\x22"
            "\x09\0\0\0\0\0\0\xf8\x3f\x1a\x0d"
            "brain.Event:2*(dl"s);
  EXPECT_EQ(tf_record(scalars_event(2.5, 300, {{"policy_loss", 1.25F}, {"rating/elo", -40}})),
            "\x35\0\0\0\0\0\0\0\xd6\xc5\x5d\xe6"
            "\x09\0\0\0\0\0\0\x04\x40\x10\xac\x02\x2a\x27"
            "\x0a\x12\x0a\x0bpolicy_loss\x15\0\0\xa0\x3f"
            "\x0a\x11\x0a\x0arating/elo\x15\0\0\x20\xc2"
            "\xc4\x2e\x24\xd2"s);
}

TEST(Scalars, AreTheNumbersOfALine) {
  const auto line = ordered_json::parse(
      R"({"generation": 3, "loss": 0.5, "steps": 20, "name": "x", "none": null, "good": true,
          "rating": {"elo": -12, "high": null, "against": {"mcts:visits=200": 0.25}}})");
  EXPECT_THAT(scalars_of(line),
              ElementsAre(Scalar{"loss", 0.5F}, Scalar{"steps", 20}, Scalar{"rating/elo", -12},
                          Scalar{"rating/against/mcts:visits=200", 0.25F}));
  EXPECT_THAT(scalars_of({{"generation", 1}}), ElementsAre());
}

// The sizes of a file's messages; every checksum must be right.
std::vector<std::size_t> messages_in(const std::filesystem::path& path) {
  const std::string content = *read_file(path);
  std::vector<std::size_t> sizes;
  for (std::size_t at = 0; at < content.size();) {
    std::uint64_t size = 0;
    std::memcpy(&size, content.data() + at, sizeof size);
    const std::string message = content.substr(at + 12, size);
    EXPECT_EQ(content.substr(at, size + 16), tf_record(message));
    sizes.push_back(size);
    at += size + 16;
  }
  return sizes;
}

TEST(EventFile, HasAMessageALineAndIsNewForEveryProcess) {
  const test::TemporaryFolder folder;
  const auto events = folder.path() / "run" / "events";
  EventFile first(events);
  EXPECT_FALSE(std::filesystem::exists(events));
  ASSERT_TRUE(first.append({{"generation", 1}, {"loss", 2.5}}));
  ASSERT_TRUE(first.append({{"generation", 2}, {"loss", 1.5}}));
  EventFile second(events);
  ASSERT_TRUE(second.append({{"generation", 3}, {"loss", 1}}));
  ASSERT_TRUE(first.append({{"generation", 3}, {"loss", 1.25}}));
  std::vector<std::size_t> counts;
  for (const auto& entry : std::filesystem::directory_iterator(events)) {
    EXPECT_THAT(entry.path().filename().string(), testing::StartsWith("events.out.tfevents."));
    counts.push_back(messages_in(entry.path()).size());
  }
  EXPECT_THAT(counts, testing::UnorderedElementsAre(4, 2));
}

TEST(EventFile, SaysWhereItCannotWrite) {
  const test::TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder.path() / "events", "a file"));
  EventFile events(folder.path() / "events");
  const auto refused = events.append({{"generation", 1}});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::kIo);
  EXPECT_THAT(refused.error().reason, HasSubstr((folder.path() / "events").string()));
}

}  // namespace
}  // namespace clanhouse::training
