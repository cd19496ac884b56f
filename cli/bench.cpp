// clanhouse bench: the signature of each game, one number that changes when behaviour does; or the
// speed of a net.
#include <fmt/format.h>

#include "agents/net/kernels.h"
#include "cli/game_flags.h"
#include "cli/net_speed.h"
#include "selfplay/signature.h"
#include "training/torch_network.h"

namespace clanhouse::cli {
namespace {

class BenchVerb : public Verb {
 public:
  explicit BenchVerb(CLI::App& program)
      : Verb(program, "bench", "Fixed searches of every game: speed, or the signature; or a net"),
        game_(*this) {
    app().add_flag("--signature", signature_, "print only each game's signature");
    app().add_option("--net", net_, "how fast this net is on one thread")->type_name("FILE");
    add_integer("seconds", seconds_, 0, 3600,
                "of comparing a net's speed with libtorch's, and as many of self-play");
    app().add_flag("--json", json_, "print one JSON object");
  }

  int run() override { return net_.empty() ? bench_games() : bench_net(); }

 private:
  int bench_games() {
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

  // The file says which game it is for, and on what board or for how many players.
  int bench_net() {
    const auto file = read_safetensors(net_);
    if (!file) throw Failure(file.error());
    const auto named = file->metadata.find("game");
    if (named == file->metadata.end()) throw Failure(kUsage, net_ + ": this is no net of ours");
    int code = kDone;
    const bool known = with_family_of(named->second, [&](auto family) {
      using Family = decltype(family);
      auto config = game_.config<Family>();
      for (const auto& option : Family::options().options()) {
        const auto set = file->metadata.find(option.key);
        if (set == file->metadata.end() || game_.given(option.key)) continue;
        if (auto good = option.parse(config, set->second); !good) throw Failure(good.error(), net_);
      }
      code =
          with_game_to_learn<Family>(named->second, Family::for_tournaments(config),
                                     [&]<Game G>(const G& game) { return bench_net(game, *file); });
    });
    if (!known) throw Failure(kUsage, net_ + ": unknown game '" + named->second + "'");
    return code;
  }

  template <Game G>
  int bench_net(const G& game, const TensorFile& file) {
    auto ours = read_net_for(game, file);
    if (!ours) throw Failure(ours.error(), net_);
    const auto libtorch = training::load_torch_network(file, G::kName, net_shape_for(game), "cpu");
    const auto selfplay = measure_selfplay(game, std::move(*ours), seconds_);
    const auto again = read_net_for(game, file);
    const auto batches =
        measure_batches(**again, libtorch ? libtorch->get() : nullptr, selfplay.features, seconds_);
    if (json_) {
      print_json(batches, selfplay);
    } else {
      if (!libtorch) fmt::print(stderr, "{}\n", libtorch.error().reason);
      print_tables(batches, selfplay);
    }
    return kDone;
  }

  static double share(double part, double whole) { return whole == 0 ? 0 : part / whole; }

  void print_json(const std::vector<BatchSpeed>& batches, const SelfplaySpeed& selfplay) const {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const BatchSpeed& speed : batches) {
      nlohmann::ordered_json row = {{"batch", speed.batch}, {"ours", speed.ours}};
      if (speed.libtorch > 0) {
        row["libtorch"] = speed.libtorch;
        row["ratio"] = speed.ours / speed.libtorch;
      }
      rows.push_back(row);
    }
    const nlohmann::ordered_json json = {
        {"net", net_},
        {"register_bits", kernels::widest().register_bits},
        {"positions_per_second", rows},
        {"selfplay",
         {{"games_per_second", static_cast<double>(selfplay.games) / selfplay.seconds},
          {"leaves_per_second", static_cast<double>(selfplay.counts.leaves) / selfplay.seconds},
          {"mean_batch", mean_batch(selfplay)},
          {"cache_hits", cache_hits(selfplay)},
          {"net_share", selfplay.net_seconds / selfplay.seconds}}}};
    fmt::print("{}\n", json.dump());
  }

  static void print_tables(const std::vector<BatchSpeed>& batches, const SelfplaySpeed& selfplay) {
    fmt::print(
        "Positions a second on one thread; ours uses registers of {} bits\n"
        "{:>6} {:>10} {:>10} {:>6}\n",
        kernels::widest().register_bits, "batch", "ours", "libtorch", "ratio");
    for (const BatchSpeed& speed : batches) {
      fmt::print("{:>6} {:>10.0f}", speed.batch, speed.ours);
      if (speed.libtorch > 0) {
        fmt::print(" {:>10.0f} {:>6.2f}", speed.libtorch, speed.ours / speed.libtorch);
      }
      fmt::print("\n");
    }
    fmt::print(
        "Self-play: {:.2f} games/s, {:.0f} leaves/s, mean batch {:.1f}, cache hits {:.1f} %, "
        "{:.1f} % of the time in the net\n",
        static_cast<double>(selfplay.games) / selfplay.seconds,
        static_cast<double>(selfplay.counts.leaves) / selfplay.seconds, mean_batch(selfplay),
        100 * cache_hits(selfplay), 100 * selfplay.net_seconds / selfplay.seconds);
  }

  static double mean_batch(const SelfplaySpeed& selfplay) {
    return share(static_cast<double>(selfplay.counts.evaluations),
                 static_cast<double>(selfplay.counts.batches));
  }
  static double cache_hits(const SelfplaySpeed& selfplay) {
    return share(static_cast<double>(selfplay.counts.hits),
                 static_cast<double>(selfplay.counts.leaves));
  }

  GameFlags game_;
  bool signature_ = false;
  bool json_ = false;
  std::string net_;
  int seconds_ = 10;
};

}  // namespace

std::unique_ptr<Verb> make_bench_verb(CLI::App& program) {
  return std::make_unique<BenchVerb>(program);
}

}  // namespace clanhouse::cli
