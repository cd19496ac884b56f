// clanhouse play: a person against an agent at the terminal, or two agents watched.
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <optional>
#include <sstream>
#include <thread>

#include <fmt/format.h>

#include "agents/registry.h"
#include "cli/board_view.h"
#include "cli/position.h"
#include "core/files.h"
#include "core/text_cursor.h"

namespace clanhouse::cli {
namespace {

constexpr const char* kHelp =
    "  MOVE           play it, as it stands in the list of moves\n"
    "  moves [TEXT]   list the legal moves, or those that contain the text\n"
    "  hint           ask an agent what it would play\n"
    "  undo           take back your last turn and the answer to it\n"
    "  board          show the board again\n"
    "  save FILE      write the game so far\n"
    "  resign         give the game up\n"
    "  quit           leave\n";

template <class Family, Game G>
class Session {
 public:
  // A seat without an agent is a person's.
  Session(Playthrough<G> play, std::vector<std::unique_ptr<Agent<G>>> agents,
          std::vector<std::string> names, std::unique_ptr<Agent<G>> adviser, RandomStream chance,
          std::string save_path)
      : play_(std::move(play)),
        agents_(std::move(agents)),
        names_(std::move(names)),
        adviser_(std::move(adviser)),
        chance_(chance),
        save_path_(std::move(save_path)),
        looking_(first_looker()) {}

  // An agent that fails ends the game, which is saved all the same.
  void run(int pause_ms) {
    std::optional<Failure> failure;
    try {
      play(pause_ms);
    } catch (const AgentFailure& failed) {
      failure.emplace(kSomethingFailed, failed.what());
    }
    if (resigned_) fmt::print("{} resigns.\n", names_[*resigned_]);
    if (!save_path_.empty()) save(save_path_);
    if (failure) throw *failure;
  }

 private:
  void play(int pause_ms) {
    show();
    while (!left_ && !resigned_ && !play_.over()) {
      const Actor actor = game().actor(play_.state());
      if (actor.chance()) {
        const auto outcome = draw_outcome(game(), play_.state(), chance_);
        if (!is_secret_to_people(outcome)) {
          fmt::print("{}\n", game().outcome_text(play_.state(), outcome));
        }
        play_.play(outcome);
        if (!game().actor(play_.state()).chance()) show();
        continue;
      }
      const int seat = actor.seat();
      if (agents_[seat] == nullptr) {
        if (seat != looking_) hand_over(seat);
        ask(seat);
        continue;
      }
      const auto action = agents_[seat]->choose(game().view(play_.state(), seat));
      if (is_secret_to_people(action)) {
        fmt::print("{} has chosen\n\n", names_[seat]);
      } else {
        fmt::print("{} plays {}\n\n", names_[seat], game().action_text(play_.state(), action));
      }
      play_.play(action);
      show();
      if (pause_ms > 0) std::this_thread::sleep_for(std::chrono::milliseconds(pause_ms));
    }
  }

  const G& game() const { return play_.game(); }
  void show() const {
    fmt::print("{}\n", draw(game(), play_.state(), looking_));
    std::fflush(stdout);
  }
  template <class Step>
  bool is_secret_to_people(Step step) const {
    for (int seat = 0; seat < game().seats(); ++seat) {
      const bool person = agents_[seat] == nullptr;
      if (person && is_secret(game(), play_.state(), step, seat)) return true;
    }
    return false;
  }

  // Whose eyes are before the screen: those of the only person, or of nobody until one has taken
  // over from another.
  int first_looker() const {
    if (G::kPerfectInformation) return kOnlooker;
    const auto people = std::count(agents_.begin(), agents_.end(), nullptr);
    if (people == 0) return kOnlooker;
    if (people > 1) return kNobodyLooks;
    return static_cast<int>(std::find(agents_.begin(), agents_.end(), nullptr) - agents_.begin());
  }

  // A screen between players who must not see each other's secrets.
  void hand_over(int seat) {
    if (G::kPerfectInformation) return;
    if (isatty(STDOUT_FILENO) != 0) fmt::print("\033[2J\033[3J\033[H");
    fmt::print("It is the turn of seat {} ({}). Press Enter when nobody else looks.\n", seat,
               names_[seat]);
    std::fflush(stdout);
    std::string line;
    std::getline(std::cin, line);
    looking_ = seat;
    show();
  }

  // Asks until a turn is played or the game is left.
  void ask(int seat) {
    fmt::print("{}> ", names_[seat]);
    std::fflush(stdout);
    std::string line;
    if (!std::getline(std::cin, line)) {
      fmt::print("\n");
      left_ = true;
      return;
    }
    std::istringstream words(line);
    std::string command;
    std::string argument;
    words >> command >> argument;
    if (command.empty()) return;
    if (command == "help" || command == "?") {
      fmt::print("{}", kHelp);
    } else if (command == "moves") {
      list_moves(argument);
    } else if (command == "hint") {
      const auto action = adviser_->choose(game().view(play_.state(), seat));
      fmt::print("Perhaps {}.\n", game().action_text(play_.state(), action));
    } else if (command == "undo") {
      undo();
    } else if (command == "board") {
      show();
    } else if (command == "save" && !argument.empty()) {
      save(argument);
    } else if (command == "resign") {
      resigned_ = seat;
    } else if (command == "quit" || command == "exit") {
      left_ = true;
    } else {
      play_text(line);
    }
  }

  void play_text(std::string_view text) {
    const auto action = game().parse_action(play_.state(), trimmed(text));
    if (!action) {
      fmt::print("{} (moves lists what is legal, help the commands)\n", action.error().reason);
      return;
    }
    play_.play(*action);
    show();
  }

  void list_moves(const std::string& filter) const {
    typename G::ActionList actions;
    game().legal(play_.state(), actions);
    std::vector<std::string> texts;
    std::size_t widest = 8;
    for (const auto action : actions) {
      texts.push_back(game().action_text(play_.state(), action));
      widest = std::max(widest, texts.back().size());
    }
    constexpr std::size_t kScreen = 80;
    const int columns = static_cast<int>(std::max<std::size_t>(1, kScreen / (widest + 2)));
    int shown = 0;
    for (const std::string& text : texts) {
      if (text.find(filter) == std::string::npos) continue;
      fmt::print("{:<{}}{}", text, widest + 2, ++shown % columns == 0 ? "\n" : "");
    }
    fmt::print("{}{} of {} legal moves\n", shown % columns == 0 ? "" : "\n", shown, actions.size());
  }

  // Back to the last turn of a person before this one.
  void undo() {
    Playthrough<G> before = play_;
    while (before.undo()) {
      const Actor actor = game().actor(before.state());
      if (!actor.is_seat() || agents_[actor.seat()] != nullptr) continue;
      play_ = before;
      return show();
    }
    fmt::print("There is no turn of yours to take back.\n");
  }

  void save(const std::string& path) const {
    RecordInfo info;
    info.seat_names = names_;
    info.resigned_seat = resigned_;
    const auto written = write_file(path, record_text(play_, info));
    fmt::print("{}\n", written ? "Saved as " + path : written.error().reason);
  }

  Playthrough<G> play_;
  std::vector<std::unique_ptr<Agent<G>>> agents_;
  std::vector<std::string> names_;
  std::unique_ptr<Agent<G>> adviser_;
  RandomStream chance_;
  std::string save_path_;
  int looking_;
  std::optional<int> resigned_;
  bool left_ = false;
};

class PlayVerb : public Verb {
 public:
  explicit PlayVerb(CLI::App& program)
      : Verb(program, "play", "Play at the terminal against an agent, or watch agents play"),
        game_(*this),
        position_(*this) {
    app().add_option("name", name_, "the game, as for --game")->type_name("GAME");
    app()
        .add_option("--agent", agents_,
                    "who sits in each seat, in order; 'human' is you [human, then the net shipped "
                    "for the game, or mcts:visits=5000 where there is none]")
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->type_name("SPEC");
    add_seed(seed_);
    app().add_option("--save", save_, "write the game here when it ends")->type_name("FILE");
    add_integer("pause", pause_, 0, 600'000, "milliseconds to wait after an agent's turn");
  }

  int run() override {
    if (!name_.empty()) game_.set_game(name_);
    return position_.with_position(
        game_, [&](auto family, const auto& play) { return sit_down<decltype(family)>(play); });
  }

 private:
  // The strongest that there is for the game.
  template <Game G>
  static std::string opponent(const G& game) {
    return shipped_net(game) ? "net:visits=800" : "mcts:visits=5000";
  }

  template <class Family, Game G>
  int sit_down(const Playthrough<G>& play) {
    const int seats = play.game().seats();
    if (static_cast<int>(agents_.size()) > seats) {
      refuse("agent", fmt::format("the game has {} seats", seats));
    }
    if (agents_.empty()) agents_.push_back("human");
    while (static_cast<int>(agents_.size()) < seats) agents_.push_back(opponent(play.game()));
    std::vector<std::unique_ptr<Agent<G>>> sitting;
    for (std::size_t seat = 0; seat < agents_.size(); ++seat) {
      sitting.push_back(agents_[seat] == "human" ? nullptr
                                                 : make(play.game(), agents_[seat], seat));
    }
    Session<Family, G>(play, std::move(sitting), agents_,
                       make(play.game(), opponent(play.game()), 99),
                       RandomStream(seed_, "play chance"), save_)
        .run(pause_);
    return kDone;
  }

  template <Game G>
  std::unique_ptr<Agent<G>> make(const G& game, const std::string& spec, std::size_t stream) const {
    auto agent = make_agent(game, spec);
    if (!agent) refuse("agent", agent.error().reason);
    (*agent)->begin_game(RandomStream(seed_, "play", stream));
    return std::move(*agent);
  }

  GameFlags game_;
  PositionFlags position_;
  std::string name_;
  std::vector<std::string> agents_;
  std::uint64_t seed_ = 1;
  std::string save_;
  int pause_ = 0;
};

}  // namespace

std::unique_ptr<Verb> make_play_verb(CLI::App& program) {
  return std::make_unique<PlayVerb>(program);
}

}  // namespace clanhouse::cli
