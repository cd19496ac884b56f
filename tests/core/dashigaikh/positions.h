// Positions for tests, from TPS or turns; what is malformed fails the test that asked.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/dashigaikh/text.h"

namespace clanhouse::test {

inline dashigaikh::Config sized(int size) {
  dashigaikh::Config config;
  config.size = size;
  return config;
}

template <int N>
dashigaikh::State<N> position(const dashigaikh::Dashigaikh<N>& game, const std::string& tps) {
  auto state = dashigaikh::read_tps(game, tps);
  EXPECT_TRUE(state) << tps << ": " << (state ? "" : state.error().describe());
  return state ? *state : game.initial();
}

// The legal turns as texts, in ascending order of the texts.
template <int N>
std::vector<std::string> legal_texts(const dashigaikh::Dashigaikh<N>& game,
                                     const dashigaikh::State<N>& state) {
  typename dashigaikh::Dashigaikh<N>::ActionList list;
  if (!state.over()) game.legal(state, list);
  std::vector<std::string> texts;
  for (const auto action : list) texts.push_back(game.action_text(state, action));
  std::sort(texts.begin(), texts.end());
  return texts;
}

}  // namespace clanhouse::test
