// Reads a record of tags and steps (step_record.h) as a game. What is the same in every game is
// here: faults are reported in the order of the lines, tags before steps, and a Result must be what
// the steps come to. A game says the rest in a struct with
//
//   using Game = …;
//   // What the tag sets in the config; tags that are not the game's own are passed over.
//   static Result<void> set_tag(Config&, const std::string& name, const std::string& value);
//   // The config must pass; the tag that a fault is blamed on, if it stands there, else Players.
//   static Result<void> check(const Config&);
//   static constexpr const char* kConfigTag = "Team";
//   // The step that the text means, which must be possible.
//   static Result<Playthrough<Game>::Step> find_step(const Game&, const State&,
//                                                    const std::string& text);
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/playthrough.h"
#include "core/step_record.h"

namespace clanhouse {

template <Game G>
struct GameRecord {
  StepRecord text;  // the tags and lines as they were
  // As far as it could be read; the whole game if there is no error.
  Playthrough<G> play;
  std::optional<Error> error;

  const typename G::Config& config() const { return play.game().config(); }
};

template <class Reading>
class GameRecordReader {
 public:
  using G = typename Reading::Game;

  explicit GameRecordReader(std::string_view text) : record_(parse_step_record(text)) {}

  GameRecord<G> read() {
    if (read_tags()) {
      play_.emplace(G(config_));
      if (read_steps() && !record_.error) check_result();
    }
    // Missing tags may stand behind what could not be read.
    if (record_.error && (!error_ || !play_ || error_->line >= record_.error->line)) {
      error_ = record_.error;
    }
    if (!play_) play_.emplace(G(typename G::Config()));
    return {std::move(record_), std::move(*play_), std::move(error_)};
  }

 private:
  bool fail(int line, std::string reason) {
    error_ = Error{std::move(reason), line, 1, ErrorKind::kInvalid};
    return false;
  }

  bool read_tags() {
    for (const auto& tag : record_.tags) {
      const bool foreign = tag.name == "Game" && tag.value != G::kName;
      if (foreign) {
        return fail(tag.line, "Game: this is a record of " + clanhouse::quoted(tag.value) +
                                  ", not of " + std::string(G::kName));
      }
      if (auto good = Reading::set_tag(config_, tag.name, tag.value); !good) {
        return fail(tag.line, tag.name + ": " + good.error().reason);
      }
    }
    for (const char* required : {"Game", "Players"}) {
      if (record_.find_tag(required) == nullptr) {
        return fail(record_.line_of(required), std::string("the tag ") + required + " is missing");
      }
    }
    if (auto good = Reading::check(config_); !good) {
      const bool own = record_.find_tag(Reading::kConfigTag) != nullptr;
      return fail(record_.line_of(own ? Reading::kConfigTag : "Players"), good.error().reason);
    }
    return true;
  }

  bool read_steps() {
    for (const auto& [text, line] : record_.steps) {
      if (play_->over()) return fail(line, "the game is over before " + clanhouse::quoted(text));
      const auto step = Reading::find_step(play_->game(), play_->state(), text);
      if (!step) return fail(line, step.error().reason);
      play_->play(*step);
    }
    return true;
  }

  void check_result() {
    const auto* tag = record_.find_tag("Result");
    if (tag == nullptr) return;
    std::string result = play_->game().result_text(play_->state());
    if (result.empty()) result = "*";
    if (tag->value == result) return;
    fail(tag->line,
         "Result: " + clanhouse::quoted(tag->value) + ", but the steps come to '" + result + "'");
  }

  StepRecord record_;
  typename G::Config config_;
  std::optional<Playthrough<G>> play_;
  std::optional<Error> error_;
};

}  // namespace clanhouse
