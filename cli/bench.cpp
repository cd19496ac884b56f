// clanhouse bench: the signature of each game, one number that changes when behaviour does.
#include <fmt/format.h>

#include "cli/game_flags.h"
#include "selfplay/signature.h"

namespace clanhouse::cli {
namespace {

class BenchVerb : public Verb {
 public:
  explicit BenchVerb(CLI::App& program)
      : Verb(program, "bench", "Fixed searches of every game: speed, or the signature") {
    app().add_flag("--signature", signature_, "print only each game's signature");
    app().add_flag("--json", json_, "print one JSON object");
  }

  int run() override {
    nlohmann::ordered_json json = nlohmann::ordered_json::object();
    for_each_family([&](auto family) {
      using Family = decltype(family);
      const Signature signature = compute_signature<Family>();
      json[std::string(Family::kName)] = {
          {"signature", signature.value},
          {"nodes", signature.nodes},
          {"nodes_per_second", signature.nodes / signature.seconds}};
      if (signature_) json[std::string(Family::kName)].erase("nodes_per_second");
      if (json_) return;
      if (signature_) {
        fmt::print("{} {}\n", Family::kName, signature.value);
      } else {
        fmt::print("{}: signature {}, {} tree nodes, {:.0f} nodes/s\n", Family::kName,
                   signature.value, signature.nodes, signature.nodes / signature.seconds);
      }
    });
    if (json_) fmt::print("{}\n", json.dump());
    return kDone;
  }

 private:
  bool signature_ = false;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_bench_verb(CLI::App& program) {
  return std::make_unique<BenchVerb>(program);
}

}  // namespace clanhouse::cli
