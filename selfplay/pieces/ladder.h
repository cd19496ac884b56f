// How far one list of strengths is a fair summary: the loss, -log P(winner) per race, of four ways
// to predict the winner, each fitted on one half of the races and judged on the other, both ways.
//
//   uniform    every piece of the field alike
//   strengths  the choice model P(i) = exp(theta_i) / sum: one list
//   pairs      theta_i + sum of g_ij over the others j of the field. The effects g shrink towards 0
//              by a ridge whose weight is read off their own spread (a normal prior whose variance
//              is estimated by moments), which also centres them doubly: what is common to a row or
//              a column costs nothing as a strength.
//   fields     the frequencies of each field, shrunk towards `pairs` (a Dirichlet prior whose
//   weight
//              maximises the likelihood of the half that is fitted)
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "selfplay/pieces/counts.h"
#include "selfplay/pieces/noise.h"

namespace clanhouse::pieces {

struct Rung {
  std::string name;
  double loss = 0;   // nats per race
  double gain = 0;   // loss of the rung above minus this one's
  double error = 0;  // standard error of the gain, over blocks
};

struct Ladder {
  std::array<Rung, 4> rungs;
  // The part of what `fields` gains on `uniform` that `strengths` gains already. Without a gain
  // there is nothing to explain, and no share.
  std::optional<double> share_of_strengths;
};

// Nothing where one of the halves is empty.
std::optional<Ladder> climb_ladder(const std::vector<FieldCounts>& fields, const Roster& roster);

}  // namespace clanhouse::pieces
