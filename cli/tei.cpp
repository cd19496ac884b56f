// clanhouse tei: an agent of ours as an engine for other people's programs, or what an engine of
// theirs says of itself.
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>

#include <fmt/format.h>

#include "agents/agent.h"
#include "agents/agent_spec.h"
#include "agents/tei/client.h"
#include "agents/tei/engine.h"
#include "cli/verb.h"

namespace clanhouse::cli {
namespace {

class TeiVerb : public Verb {
 public:
  explicit TeiVerb(CLI::App& program)
      : Verb(program, "tei", "Play Dashigáikh as an engine, by the Tak community's protocol TEI") {
    app()
        .add_option("--agent", settings_.agent,
                    "who plays, until the option Agent says otherwise [the net shipped for the "
                    "size, or mcts where there is none]")
        ->type_name("SPEC");
    add_integer("size", settings_.size, dashigaikh::kMinSize, dashigaikh::kMaxSize,
                "size of the board until teinewgame");
    add_integer("overhead", settings_.overhead_ms, 0, 10'000,
                "milliseconds of every move kept back for the way to the other program");
    add_seed(settings_.seed);
    app()
        .add_option("--probe", probe_,
                    "run somebody else's engine instead, and show what it says of itself and how "
                    "long a line takes to it and back")
        ->type_name("SPEC");
  }

  int run() override {
    if (!probe_.empty()) return probe();
    // Nobody may listen any more, which is no reason to fall over before the input ends.
    const auto print_line = [](std::FILE* file, const std::string& line) {
      std::fputs((line + "\n").c_str(), file);
      std::fflush(file);
    };
    tei::Engine engine(
        settings_, [&](const std::string& line) { print_line(stdout, line); },
        [&](const std::string& line) { print_line(stderr, "clanhouse: " + line); });
    if (!settings_.agent.empty()) {
      if (const auto made = engine.make_agent(); !made) refuse("agent", made.error().reason);
    }
    read_lines(engine);
    engine.stop();
    return kDone;
  }

 private:
  // Until "quit" or the end of standard input. iostreams would keep a line of any length.
  static void read_lines(tei::Engine& engine) {
    constexpr std::size_t kLongest = 1 << 20;
    tei::LineBuffer lines(kLongest);
    std::array<char, 65536> buffer;
    for (bool open = true; open;) {
      const ssize_t count = read(STDIN_FILENO, buffer.data(), buffer.size());
      if (count < 0 && errno == EINTR) continue;
      if (count > 0) lines.add({buffer.data(), static_cast<std::size_t>(count)});
      if (count <= 0) lines.end();
      open = count > 0;
      while (const auto line = lines.take()) {
        if (line->cut) {
          engine.refuse(tei::foreign(line->text, 40), "the line is too long");
        } else if (!engine.handle(line->text)) {
          return;
        }
      }
    }
  }

  int probe() const {
    const auto spec = parse_agent_spec(probe_);
    if (!spec) refuse("probe", spec.error().reason);
    if (spec->name != "tei") refuse("probe", "expected an agent tei:cmd=…");
    const auto options = read_settings(*spec, tei::tei_options());
    if (!options) refuse("probe", options.error().reason);
    if (const auto good = check_options(*options); !good) refuse("probe", good.error().reason);
    tei::Client client(*options, {settings_.size, 0, -1, -1});
    client.start();
    client.new_game();
    print(client);
    return kDone;
  }

  static void print(const tei::Client& client) {
    fmt::print("name    {}\nauthor  {}\n", client.name(), client.author());
    for (const auto& option : client.engine_options()) {
      fmt::print("option  {}  {}", tei::foreign(option.name), tei::foreign(option.type));
      if (option.min && option.max) fmt::print("  {}..{}", *option.min, *option.max);
      for (const auto& choice : option.choices) fmt::print("  {}", tei::foreign(choice));
      if (!option.preset.empty()) fmt::print("  [{}]", tei::foreign(option.preset));
      fmt::print("\n");
    }
    fmt::print("a line takes {} us to it and back\n", client.timings().quickest_echo.count());
  }

  tei::EngineSettings settings_;
  std::string probe_;
};

}  // namespace

std::unique_ptr<Verb> make_tei_verb(CLI::App& program) {
  return std::make_unique<TeiVerb>(program);
}

}  // namespace clanhouse::cli
