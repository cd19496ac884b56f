#include "agents/tei/engine.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/options.h"

namespace clanhouse::tei {
namespace {

constexpr int kMostOverhead = 10'000;
constexpr int kMostHash = 65'536;
constexpr int kMostSeed = 2'147'483'647;

EngineOption spin(const char* name, long long preset, long long min, long long max) {
  return {name, "spin", std::to_string(preset), min, max, {}};
}

std::string option_line(const EngineOption& option) {
  std::string line = fmt::format("option name {} type {} default {}", option.name, option.type,
                                 option.preset.empty() ? "<empty>" : option.preset);
  if (option.min) line += fmt::format(" min {} max {}", *option.min, *option.max);
  return line;
}

}  // namespace

Engine::Engine(const EngineSettings& settings, Say say, Say complain)
    : settings_(settings), say_(std::move(say)), complain_(std::move(complain)) {
  config_.size = settings.size;
  board_ = make_engine_board(config_);
}

Engine::~Engine() { stop(); }

const std::vector<Engine::Command>& Engine::commands() {
  static const std::vector<Command> commands = {
      {"tei", &Engine::introduce},
      {"isready", &Engine::ready},
      {"setoption", &Engine::set_option},
      {"teinewgame", &Engine::new_game},
      {"position", &Engine::position},
      {"go", &Engine::go},
      {"stop", &Engine::stop},
  };
  return commands;
}

bool Engine::handle(std::string_view line) {
  const Words words = words_of(line);
  if (words.empty()) return true;
  if (words[0] == "quit") {
    stop();
    return false;
  }
  for (const Command& command : commands()) {
    if (command.name != words[0]) continue;
    (this->*command.handler)(words);
    return true;
  }
  refuse(foreign(words[0], 40), "this command is not known");
  return true;
}

void Engine::introduce(const Words&) {
  say("id name Clanhouse");
  say("id author the Clanhouse authors");
  std::string offer = "size";
  for (int size = dashigaikh::kMinSize; size <= dashigaikh::kMaxSize; ++size) {
    offer += fmt::format(" {}", size);
  }
  const auto komi = options().front();
  offer += " halfkomi";
  for (long long half = *komi.min; half <= *komi.max; ++half) offer += fmt::format(" {}", half);
  say(offer);
  for (const EngineOption& option : options()) say(option_line(option));
  say("teiok");
}

void Engine::ready(const Words&) {
  // During a search there is an agent.
  if (!searching_) need_agent();
  say("readyok");
}

std::vector<EngineOption> Engine::options() const {
  return {
      spin("HalfKomi", config_.half_komi, -20, 20),
      {"Agent", "string", settings_.agent, {}, {}, {}},
      // One search is one thread.
      spin("Threads", 1, 1, 1),
      spin("Hash", settings_.hash_mib, 0, kMostHash),
      spin("MoveOverhead", settings_.overhead_ms, 0, kMostOverhead),
      spin("Seed", static_cast<long long>(settings_.seed), 0, kMostSeed),
      {"Flats", "string", "standard", {}, {}, {}},
      {"Caps", "string", "standard", {}, {}, {}},
  };
}

void Engine::set_option(const Words& words) {
  const auto command = parse_set_option(words);
  if (!command) return refuse("setoption", command.error().reason);
  const auto offered = options();
  const EngineOption* option = find_option(offered, command->name);
  if (option == nullptr) return refuse("setoption", "no option " + foreign(command->name));
  const auto value = option->check(command->value);
  const auto set = value ? apply_option(option->name, *value) : tl::unexpected(value.error());
  if (!set) refuse("setoption " + option->name, set.error().reason);
}

Result<void> Engine::apply_option(const std::string& name, const std::string& value) {
  EngineSettings settings = settings_;
  dashigaikh::Config config = config_;
  const auto& rules = dashigaikh::config_options();
  if (name == "HalfKomi")
    return rules.set(config, "half_komi", value).map([&] { change(settings, config); });
  if (name == "Flats" || name == "Caps") {
    return rules.set(config, name == "Flats" ? "flats" : "overseers", value).map([&] {
      change(settings, config);
    });
  }
  if (name == "MoveOverhead") settings_.overhead_ms = std::stoi(value);
  if (name == "Hash") settings.hash_mib = std::stoi(value);
  if (name == "Seed") settings.seed = std::stoull(value);
  if (name == "Agent") {
    settings.agent = value == "<empty>" ? "" : value;
    // Whether it is one shows when it is made.
    auto board = make_engine_board(config_);
    auto made = board->make_agent({settings.agent, settings.hash_mib, settings.seed, games_});
    if (!made) return made;
  }
  if (name == "Hash" || name == "Seed" || name == "Agent") change(settings, config);
  return {};
}

void Engine::change(const EngineSettings& settings, const dashigaikh::Config& config) {
  stop();
  settings_ = settings;
  if (config.size != config_.size) position_ = {};
  config_ = config;
  board_ = make_engine_board(config_);
  // Other numbers of pieces may make it impossible.
  if (!board_->set_position(position_)) position_ = {};
}

void Engine::new_game(const Words& words) {
  const auto command = parse_new_game(words);
  if (!command) return refuse("teinewgame", command.error().reason);
  dashigaikh::Config config = config_;
  const auto set = [&](const char* key, const std::optional<int>& value) {
    if (!value) return true;
    const auto done = dashigaikh::config_options().set(config, key, std::to_string(*value));
    if (!done) refuse("teinewgame", done.error().reason);
    return done.has_value();
  };
  if (!set("size", command->size) || !set("half_komi", command->half_komi)) return;
  position_ = {};
  ++games_;
  change(settings_, config);
}

void Engine::position(const Words& words) {
  auto command = parse_position(words);
  if (!command) return refuse("position", command.error().reason);
  // A search has its own copy.
  if (auto set = board_->set_position(*command); !set)
    return refuse("position", set.error().reason);
  position_ = std::move(*command);
}

void Engine::go(const Words& words) {
  stop();
  need_agent();
  const GoCommand command = parse_go(words);
  for (const std::string& complaint : command.complaints) refuse("go", complaint);
  const Say say = [this](const std::string& line) { this->say(line); };
  searching_ = true;
  search_ = std::jthread([this, search = board_->search(command, settings_.overhead_ms, say)](
                             const std::stop_token& token) mutable {
    search(token);
    searching_ = false;
  });
}

void Engine::stop() {
  if (!search_.joinable()) return;
  search_.request_stop();
  search_.join();
}

Result<void> Engine::make_agent() { return board_->make_agent(agent_request()); }

void Engine::need_agent() {
  if (board_->has_agent()) return;
  const auto made = make_agent();
  if (made) return;
  refuse("agent", made.error().reason);
  AgentRequest usual = agent_request();
  usual.spec.clear();
  if (auto second = board_->make_agent(usual); second) return;
  usual.spec = "mcts";
  static_cast<void>(board_->make_agent(usual));
}

void Engine::say(const std::string& line) {
  const std::lock_guard lock(saying_);
  say_(line);
}

void Engine::refuse(const std::string& what, const std::string& why) {
  say(fmt::format("info string {} refused: {}", what, why));
  complain_(fmt::format("{} refused: {}", what, why));
}

}  // namespace clanhouse::tei
