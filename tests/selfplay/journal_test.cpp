#include "selfplay/journal.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <fstream>

#include "core/files.h"
#include "tests/temporary_folder.h"

namespace clanhouse {
namespace {

using nlohmann::ordered_json;

const ordered_json kHeader = {{"clanhouse", "test"}, {"settings", {{"games", 10}, {"seed", 1}}}};

TEST(Journal, KeepsWhatWasAppended) {
  const test::TemporaryFolder folder;
  const auto path = folder.path() / "journal.jsonl";
  {
    auto journal = Journal::open(path, kHeader);
    ASSERT_TRUE(journal) << journal.error().reason;
    EXPECT_TRUE(journal->entries().empty());
    EXPECT_TRUE(journal->append({{"game", 1}}));
    EXPECT_TRUE(journal->append({{"game", 2}}));
  }
  const auto again = Journal::open(path, kHeader);
  ASSERT_TRUE(again) << again.error().reason;
  ASSERT_EQ(again->entries().size(), 2U);
  EXPECT_EQ(again->entries()[1]["game"], 2);
}

TEST(Journal, ATornLastLineIsCutOff) {
  const test::TemporaryFolder folder;
  const auto path = folder.path() / "journal.jsonl";
  const std::string whole = kHeader.dump() + "\n{\"game\":1}\n";
  for (const std::string torn : {"{\"ga", "{\"game\":2}", "", "{"}) {
    std::ofstream(path) << whole << torn;
    const auto journal = Journal::open(path, kHeader);
    ASSERT_TRUE(journal) << journal.error().reason;
    EXPECT_EQ(journal->entries().size(), 1U);
    EXPECT_EQ(*read_file(path), whole);
  }
  // Killed while it wrote the header.
  std::ofstream(path) << kHeader.dump().substr(0, 9);
  EXPECT_TRUE(Journal::open(path, kHeader));
  EXPECT_EQ(*read_file(path), kHeader.dump() + "\n");
}

TEST(Journal, ForeignFilesAreRefusedAndLeftAlone) {
  const test::TemporaryFolder folder;
  const auto path = folder.path() / "journal.jsonl";
  for (const std::string foreign : {"hello\n", "notes without an end", "[1]\n", "{\"a\":1}\n"}) {
    std::ofstream(path) << foreign;
    const auto journal = Journal::open(path, kHeader);
    ASSERT_FALSE(journal) << foreign;
    EXPECT_EQ(journal.error().kind, ErrorKind::kIo);
    EXPECT_EQ(*read_file(path), foreign);
  }
}

TEST(Journal, OtherSettingsAreNamed) {
  const test::TemporaryFolder folder;
  const auto path = folder.path() / "journal.jsonl";
  ASSERT_TRUE(Journal::open(path, kHeader));
  ordered_json other = kHeader;
  other["settings"]["games"] = 20;
  EXPECT_NE(Journal::open(path, other).error().reason.find("games (10 there, 20 now)"),
            std::string::npos);
}

TEST(Journal, ASecondOwnerIsRefused) {
  const test::TemporaryFolder folder;
  const auto first = Journal::open(folder.path() / "journal.jsonl", kHeader);
  const auto second = Journal::open(folder.path() / "journal.jsonl", kHeader);
  ASSERT_FALSE(second);
  EXPECT_NE(second.error().reason.find("in use"), std::string::npos);
}

TEST(Journal, IsReadWhileItIsWritten) {
  const test::TemporaryFolder folder;
  const auto path = folder.path() / "journal.jsonl";
  auto owner = Journal::open(path, kHeader);
  ASSERT_TRUE(owner->append({{"game", 1}}));
  const std::string torn = *read_file(path) + "{\"ga";
  std::ofstream(path) << torn;
  const auto reader = Journal::read(path, kHeader);
  ASSERT_TRUE(reader) << reader.error().reason;
  EXPECT_EQ(reader->entries().size(), 1U);
  EXPECT_EQ(*read_file(path), torn);
}

// No file can grow beyond `bytes` while this is alive: writing fails as it does on a full disk.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) {
    std::signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FullDisk() { setrlimit(RLIMIT_FSIZE, &before_); }

 private:
  rlimit before_{};
};

// Pitfall 31.
TEST(Files, AFullDiskIsAnErrorAndLosesNothing) {
  const test::TemporaryFolder folder;
  const auto path = folder.path() / "summary.json";
  ASSERT_TRUE(write_file(path, "old"));
  auto journal = Journal::open(folder.path() / "journal.jsonl", kHeader);
  ASSERT_TRUE(journal);
  Result<void> written;
  Result<void> appended;
  {
    const FullDisk full(kHeader.dump().size() + 5);
    written = write_file(path, std::string(100, 'x'));
    appended = journal->append({{"game", 1}});
  }
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().kind, ErrorKind::kIo);
  EXPECT_EQ(*read_file(path), "old");
  EXPECT_FALSE(std::filesystem::exists(path.string() + ".tmp"));
  ASSERT_FALSE(appended);
  EXPECT_EQ(appended.error().kind, ErrorKind::kIo);
  // Nothing of it is left, so what is appended when there is room again stands in a line of its
  // own.
  const std::string line(kHeader.dump() + "\n");
  EXPECT_EQ(*read_file(folder.path() / "journal.jsonl"), line);
  EXPECT_TRUE(journal->append({{"game", 2}}));
  EXPECT_EQ(*read_file(folder.path() / "journal.jsonl"), line + "{\"game\":2}\n");
}

TEST(Files, ErrorsNameTheFile) {
  EXPECT_NE(read_file("/no/such/file").error().reason.find("/no/such/file"), std::string::npos);
  EXPECT_EQ(write_file("/no/such/folder/file", "x").error().kind, ErrorKind::kIo);
}

}  // namespace
}  // namespace clanhouse
