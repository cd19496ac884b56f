#include "agents/tei/client.h"

#include <algorithm>

#include <fmt/format.h>

#include "agents/agent.h"
#include "core/text_cursor.h"

namespace clanhouse::tei {
namespace {

using std::chrono::milliseconds;

// More than any engine has to say; what goes beyond is passed over.
constexpr std::size_t kMostOptions = 1000;
constexpr std::size_t kMostVariations = 100;

}  // namespace

Client::~Client() {
  if (process_ == nullptr) return;
  const milliseconds grace(options_.quit_ms);
  process_->send("quit\n", Clock::now() + grace);
  process_->end(grace);
}

void Client::start() {
  playing_ = false;
  if (process_ != nullptr) {
    process_->look();
    if (process_->talks()) return;
    process_.reset();  // it has ended since its last move
  }
  name_.clear();
  author_.clear();
  last_line_.clear();
  engine_options_.clear();
  offers_.clear();
  auto process =
      Process::start(*split_command(options_.command), options_.folder, options_.kept_errors);
  if (!process) fail("start", process.error().reason, false);
  process_ = std::move(*process);
  ++timings_.starts;
  introduce();
  send_options();
  send_komi();
  send_pieces(game_.flats, {"Flats", "Flatstones"});
  send_pieces(game_.overseers, {"Caps", "Capstones"});
  synchronize("its options");
  measure_echo();
}

void Client::introduce() {
  const auto deadline = Clock::now() + milliseconds(options_.start_ms);
  send("tei\n", deadline);
  for (;;) {
    const std::string line = read(deadline, "teiok");
    if (trimmed(line) == "teiok") return;
    keep_introduction(line);
  }
}

void Client::keep_introduction(const std::string& line) {
  const std::string_view text = trimmed(line);
  if (text.starts_with("id name ")) name_ = foreign(text.substr(8));
  if (text.starts_with("id author ")) author_ = foreign(text.substr(10));
  if (engine_options_.size() + offers_.size() >= kMostOptions) return;
  if (auto option = parse_option(text)) engine_options_.push_back(std::move(*option));
  if (auto offer = parse_offer(text)) offers_.push_back(std::move(*offer));
}

void Client::send_options() {
  for (const auto& [name, value] : options_.engine_options) {
    const EngineOption* option = find_option(engine_options_, name);
    if (option == nullptr) {
      std::string known;
      for (const auto& other : engine_options_)
        known += (known.empty() ? "" : ", ") + foreign(other.name);
      fail("start",
           fmt::format("it has no option {} ({})", quoted(name),
                       known.empty() ? "it has none" : "it has: " + known),
           true);
    }
    send_option(*option, value);
  }
}

void Client::send_komi() {
  const int komi = game_.half_komi;
  const auto refuse = [&](const std::string& why) {
    fail("start",
         fmt::format("it does not play size {} with half komi {}{}", game_.size, komi, why), true);
  };
  const bool offered = std::any_of(offers_.begin(), offers_.end(),
                                   [&](const Offer& offer) { return offer.has(game_.size, komi); });
  if (!offers_.empty() && !offered) refuse("");
  const EngineOption* option = find_option(engine_options_, "HalfKomi");
  if (option == nullptr) {
    if (komi != 0 && !offered) refuse(": it has no option HalfKomi");
    return;
  }
  if (const auto value = option->check(std::to_string(komi)); !value) {
    refuse(": HalfKomi: " + value.error().reason);
  }
  send_option(*option, std::to_string(komi));
}

void Client::send_pieces(int count, std::initializer_list<const char*> names) {
  for (const char* name : names) {
    const EngineOption* option = find_option(engine_options_, name);
    if (count >= 0 && option != nullptr) send_option(*option, std::to_string(count));
  }
}

void Client::send_option(const EngineOption& option, const std::string& value) {
  const auto checked = option.check(value);
  if (!checked)
    fail("start", fmt::format("{}: {}", foreign(option.name), checked.error().reason), true);
  std::string line = "setoption name " + option.name;
  if (option.type != "button") line += " value " + *checked;
  send(line + "\n", Clock::now() + milliseconds(options_.ready_ms));
}

void Client::synchronize(const char* after) {
  const auto deadline = Clock::now() + milliseconds(options_.ready_ms);
  send("isready\n", deadline);
  while (trimmed(read(deadline, fmt::format("readyok after {}", after))) != "readyok") {
  }
}

void Client::measure_echo() {
  constexpr int kEchos = 5;
  constexpr std::chrono::microseconds kSlow = milliseconds(50);
  for (int i = 0; i < kEchos; ++i) {
    const auto begin = Clock::now();
    synchronize("its options");
    const auto took = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - begin);
    auto& quickest = timings_.quickest_echo;
    quickest = quickest.count() == 0 ? took : std::min(quickest, took);
    if (took > kSlow) return;
  }
}

void Client::new_game() {
  playing_ = false;
  drop_leftovers();
  // Engines of the newer protocol show themselves by what they offer.
  send(offers_.empty()
           ? fmt::format("teinewgame {}\n", game_.size)
           : fmt::format("teinewgame size {} halfkomi {}\n", game_.size, game_.half_komi),
       Clock::now() + milliseconds(options_.ready_ms));
  synchronize("teinewgame");
}

Answer Client::go(const std::string& position, const Clocks& clocks, long long own_clock) {
  playing_ = true;
  if (process_ == nullptr) fail("crash", "it is not running", false);
  drop_leftovers();
  const auto begin = Clock::now();
  const milliseconds patience = this->patience(own_clock);
  const auto deadline = begin + patience;
  send(fmt::format("position {}\ngo {}\n", position, limits(clocks)), deadline);
  Answer answer;
  for (;;) {
    std::string line = read(deadline, fmt::format("bestmove within {} ms", patience.count()));
    const auto words = words_of(line);
    if (words.empty()) continue;
    if (words[0] == "info") {
      if (auto info = parse_info(line)) keep_info(std::move(*info), answer.infos);
    }
    if (words[0] != "bestmove") continue;
    answer.time = std::chrono::duration_cast<milliseconds>(Clock::now() - begin);
    if (words.size() > 1) answer.move = words[1];
    answer.raw = std::move(line);
    break;
  }
  ++timings_.moves;
  if (options_.is_timed()) {
    const auto late = answer.time - (patience - milliseconds(options_.margin_ms));
    timings_.latest = std::max(timings_.latest, late);
  }
  return answer;
}

void Client::keep_info(SearchInfo info, std::vector<SearchInfo>& infos) const {
  const auto same = std::find_if(infos.begin(), infos.end(), [&](const SearchInfo& earlier) {
    return earlier.variation == info.variation;
  });
  if (same != infos.end()) {
    // The last line often has no more than the time.
    if (info.line.empty() && !same->line.empty()) return;
    if (!info.value) info.value = same->value;
    *same = std::move(info);
  } else if (infos.size() < kMostVariations) {
    infos.push_back(std::move(info));
  }
}

std::string Client::limits(const Clocks& clocks) const {
  if (options_.nodes > 0) return fmt::format("nodes {}", options_.nodes);
  if (options_.depth > 0) return fmt::format("depth {}", options_.depth);
  if (options_.has_clock()) {
    return fmt::format("wtime {} btime {} winc {} binc {}", std::max(1LL, clocks.white),
                       std::max(1LL, clocks.black), options_.increment_ms, options_.increment_ms);
  }
  return fmt::format("movetime {}", options_.movetime());
}

milliseconds Client::patience(long long own_clock) const {
  if (!options_.is_timed()) return milliseconds(options_.deadline_ms);
  return milliseconds((options_.has_clock() ? own_clock : options_.movetime()) +
                      options_.margin_ms);
}

void Client::drop_leftovers() {
  process_->look();
  Line line;
  while (process_->read_line(line, Clock::now()) == Process::Reading::kLine) {
  }
}

void Client::send(const std::string& text, Clock::time_point deadline) {
  switch (process_->send(text, deadline)) {
    case Process::Sending::kSent: return;
    case Process::Sending::kTimeout: fail("timeout", "it does not read its input", true);
    case Process::Sending::kClosed: fail("crash", "it has ended or closed its input", true);
  }
}

std::string Client::read(Clock::time_point deadline, const std::string& waiting_for) {
  Line line;
  switch (process_->read_line(line, deadline)) {
    case Process::Reading::kLine: break;
    case Process::Reading::kTimeout: fail("timeout", "no " + waiting_for, true);
    case Process::Reading::kEnd: fail("crash", "it has ended or closed its output", true);
  }
  if (line.cut) line.text += "...";
  last_line_ = line.text;
  return std::move(line.text);
}

void Client::fail(const std::string& kind, const std::string& what, bool end) {
  std::string text = fmt::format("{}: {}", name(), what);
  if (process_ != nullptr) {
    process_->look();
    if (end) {
      // Who is late is killed; who has closed something gets a moment to say how it ended.
      constexpr milliseconds kMoment(200);
      process_->end(kind == "crash" ? kMoment : milliseconds(0));
      if (kind == "crash") text += fmt::format("; it ended with {}", process_->fate());
      if (kind == "timeout") text += "; it was killed";
    }
    if (!last_line_.empty()) text += "; its last line: " + foreign(last_line_);
    std::string errors;
    for (const auto& line : process_->last_errors()) {
      errors += (errors.empty() ? "" : " | ") + foreign(line);
    }
    if (!errors.empty()) text += "; standard error: " + errors;
    if (end) process_.reset();
  }
  throw AgentFailure(playing_ ? kind : "start", text);
}

}  // namespace clanhouse::tei
