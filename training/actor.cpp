#include "training/actor.h"

#include <algorithm>
#include <chrono>

#include "core/files.h"
#include "training/games_shard.h"

namespace clanhouse::training {
namespace {

// Games are numbered so that no two files of an actor can have the same.
constexpr std::uint64_t kGamesOfAShard = 1'000'000;

class Actor {
 public:
  Actor(const RunDirectory& run, const TrainSettings& settings, std::string name,
        std::uint64_t seed, const MakePlayer& make, const std::function<bool()>& stop)
      : run_(run), settings_(settings), name_(std::move(name)), make_(make), stop_(stop) {
    RandomStream stream(seed, "actor " + name_);
    seed_ = stream.next();
    for (const ShardName& shard : run_.shards()) {
      if (shard.actor == name_) number_ = std::max(number_, shard.number + 1);
    }
  }

  Result<void> run() {
    while (!stop_() && net_ < settings_.generations) {
      const auto look = std::chrono::steady_clock::now();
      if (is_ahead()) {
        pause_after_look(look);
        continue;
      }
      if (auto played = play_shard(); !played) return played;
    }
    return {};
  }

 private:
  // Takes up the newest net. Whether games enough for the next net and for the one after that are
  // there already, so that the learner has to catch up.
  bool is_ahead() {
    newest_ = run_.newest_net();
    long games = 0;
    for (const ShardName& shard : run_.shards()) games += shard.games;
    return newest_ < 0 || games >= static_cast<long>(newest_ + 2) * settings_.games;
  }

  Result<void> take_net() {
    if (newest_ == net_) return {};
    const auto path = run_.net(newest_);
    const auto file = read_safetensors(path);
    if (!file) return tl::unexpected(file.error());
    if (player_) {
      if (auto set = in_file(path, player_->set_net(*file)); !set) return set;
    } else {
      auto made =
          in_file(path, make_(*file, seed_, static_cast<std::uint64_t>(number_) * kGamesOfAShard));
      if (!made) return tl::unexpected(made.error());
      player_ = std::move(*made);
    }
    net_ = newest_;
    return {};
  }

  Result<void> play_shard() {
    if (auto taken = take_net(); !taken) return taken;
    // Several files for each net, so that the learner need not wait for the slowest game.
    const long games = std::clamp<long>(settings_.games / 8, 1, 1000);
    GamesShard shard;
    shard.net = net_;
    const NetCounts before = player_->counts();
    while (shard.games < games) {
      if (stop_()) return {};
      player_->step();
      for (NetGame& game : player_->take_finished()) {
        ++shard.games;
        shard.actions += game.actions;
        shard.resigned += game.resigned ? 1 : 0;
        shard.resigned_wrongly += game.resigned_wrongly ? 1 : 0;
        std::move(game.rows.begin(), game.rows.end(), std::back_inserter(shard.rows));
      }
    }
    const NetCounts after = player_->counts();
    shard.leaves = static_cast<long>(after.leaves - before.leaves);
    shard.cache_hits = static_cast<long>(after.hits - before.hits);
    shard.batches = static_cast<long>(after.batches - before.batches);
    shard.evaluations = static_cast<long>(after.evaluations - before.evaluations);
    const ShardName name{{}, name_, number_++, shard.games, static_cast<long>(shard.rows.size())};
    return write_file(run_.games(name), format_games(shard));
  }

  const RunDirectory& run_;
  const TrainSettings& settings_;
  std::string name_;
  const MakePlayer& make_;
  const std::function<bool()>& stop_;
  std::uint64_t seed_ = 0;
  int number_ = 0;   // of the next file
  int newest_ = -1;  // net in the folder
  int net_ = -1;     // that plays
  std::unique_ptr<Player> player_;
};

}  // namespace

Result<void> play_games(const RunDirectory& run, const TrainSettings& settings,
                        const std::string& actor, std::uint64_t seed, const MakePlayer& make,
                        const std::function<bool()>& stop) {
  return Actor(run, settings, actor, seed, make, stop).run();
}

}  // namespace clanhouse::training
