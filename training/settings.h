// Settings of a training run; the keys of its configuration file.
#pragma once

#include "selfplay/net_games_options.h"
#include "training/learner.h"

namespace clanhouse::training {

struct TrainSettings {
  // The net: a tower has channels, pooled blocks, and so on, an mlp has a width.
  int channels = 32;
  int width = 128;
  int blocks = 3;
  int pool_every = 3;

  NetGamesOptions play;
  LearnerOptions learner;

  int generations = 20;
  int games = 200;  // a generation
  // Positions that are learned from grow with all positions N so far as a power law (Wu, 2019):
  // window · (1 + growth · ((N / window)^power - 1) / power).
  int window = 20'000;
  float window_growth = 0.4F;
  float window_power = 0.75F;
  float reuse = 2;        // how often a new position is drawn, in the mean
  float rate_end = 0.1F;  // share of the learning rate that is left at the end
  int validation = 50;    // one game in so many is not learned from; 0: none

  // A net that does not score this share against the one before is learned on but plays no games.
  int gate_games = 0;  // of that match; 0: every net plays
  float gate_score = 0.5F;

  // How strong nets are is measured now and then.
  float rating_minutes = 10;  // 0: never
  int rating_games = 20;      // against each opponent
  int rating_visits = 100;

  // The net's shape for a game that wants this one.
  NetShape shape(NetShape of_game) const;
};
const OptionTable<TrainSettings>& train_options();

// Positions to learn from when there have been so many in all.
long window_rows(const TrainSettings& settings, long all);
// Share of the learning rate after a share of the run: half a cosine.
float rate_share(const TrainSettings& settings, double done);

}  // namespace clanhouse::training
