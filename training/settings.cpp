#include "training/settings.h"

#include <cmath>
#include <numbers>

namespace clanhouse::training {

NetShape TrainSettings::shape(NetShape of_game) const {
  if (auto* tower = std::get_if<TowerShape>(&of_game)) {
    tower->channels = channels;
    tower->blocks = blocks;
    tower->pool_every = pool_every;
  } else {
    std::get<MlpShape>(of_game).width = width;
    std::get<MlpShape>(of_game).blocks = blocks;
  }
  return of_game;
}

const OptionTable<LearnerOptions>& learner_options() {
  static const OptionTable<LearnerOptions> table =
      OptionTable<LearnerOptions>()
          .integer("batch", &LearnerOptions::batch, 2, 65'536, "positions of a learning step")
          .choice("optimiser", &LearnerOptions::optimiser,
                  {{"adamw", OptimiserKind::kAdamW}, {"sgd", OptimiserKind::kSgd}},
                  "how weights follow their gradients")
          .real("learning_rate", &LearnerOptions::learning_rate, 1e-6, 10, "at its height")
          .real("momentum", &LearnerOptions::momentum, 0, 0.9999, "of sgd")
          .real("weight_decay", &LearnerOptions::weight_decay, 0, 1, "of the optimiser")
          .real("clip", &LearnerOptions::clip, 1e-3, 1e6, "longest gradient of a step")
          .integer("warmup", &LearnerOptions::warmup, 0, 1'000'000,
                   "steps in which the learning rate rises to its height")
          .real("averaging", &LearnerOptions::averaging, 0, 0.99999,
                "share that the mean of the weights keeps at each step; nets are that mean")
          .real("root_value_share", &LearnerOptions::root_value_share, 0, 1,
                "share of the search's value, beside the result, in what values are to be")
          .real("value_weight", &LearnerOptions::value_weight, 0, 1000,
                "of the loss of values against that of the policy")
          .real("owners_weight", &LearnerOptions::owners_weight, 0, 1000,
                "of the loss of the final owners of squares against that of the policy");
  return table;
}

const OptionTable<TrainSettings>& train_options() {
  static const OptionTable<TrainSettings> table =
      OptionTable<TrainSettings>()
          .integer("channels", &TrainSettings::channels, 1, 1024, "width of a tower")
          .integer("width", &TrainSettings::width, 1, 8192, "width of an mlp")
          .integer("blocks", &TrainSettings::blocks, 0, 100, "residual blocks of the net")
          .integer("pool_every", &TrainSettings::pool_every, 0, 100,
                   "every so many blocks of a tower one looks at the whole board; 0: none")
          .integer("generations", &TrainSettings::generations, 1, 1'000'000,
                   "nets that are published before the run is complete")
          .integer("games", &TrainSettings::games, 1, 1'000'000, "new games for each net")
          .part(&TrainSettings::play, net_games_options())
          .integer("window", &TrainSettings::window, 1, 100'000'000,
                   "positions that are learned from when there are not many more")
          .real("window_growth", &TrainSettings::window_growth, 0, 1,
                "of the window with all positions so far, at first")
          .real("window_power", &TrainSettings::window_power, 0.01, 1,
                "of all positions so far, with which the window grows")
          .real("reuse", &TrainSettings::reuse, 0.01, 1000,
                "how often a new position is drawn for learning, in the mean")
          .real("rate_end", &TrainSettings::rate_end, 0, 1,
                "share of the learning rate that is left at the end of the run")
          .integer("validation", &TrainSettings::validation, 0, 1'000'000,
                   "one game in so many is kept for measuring the losses; 0: none")
          .part(&TrainSettings::learner, learner_options())
          .integer("gate_games", &TrainSettings::gate_games, 0, 1'000'000,
                   "games against the net before it that decide whether a new net plays; 0: it "
                   "always does")
          .real("gate_score", &TrainSettings::gate_score, 0, 1, "share of these that it must win")
          .real("rating_minutes", &TrainSettings::rating_minutes, 0, 1e6,
                "time between matches that measure the strength; 0: none")
          .integer("rating_games", &TrainSettings::rating_games, 1, 1'000'000,
                   "games against each opponent in such a match")
          .integer("rating_visits", &TrainSettings::rating_visits, 1, 1'000'000,
                   "of the net's search in such a match");
  return table;
}

long window_rows(const TrainSettings& settings, long all) {
  const double least = settings.window;
  const double ratio = static_cast<double>(all) / least;
  if (ratio <= 1) return settings.window;
  const double power = settings.window_power;
  return std::lround(least * (1 + settings.window_growth * (std::pow(ratio, power) - 1) / power));
}

float rate_share(const TrainSettings& settings, double done) {
  const double cosine = (1 + std::cos(std::numbers::pi * std::clamp(done, 0.0, 1.0))) / 2;
  return static_cast<float>(settings.rate_end + (1 - settings.rate_end) * cosine);
}

}  // namespace clanhouse::training
