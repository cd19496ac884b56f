#include "selfplay/ratings/social_choice.h"

#include <bit>

#include "selfplay/statistics.h"

namespace clanhouse {
namespace {

using Table = std::vector<std::vector<double>>;

Table square(int size) { return Table(size, std::vector<double>(size)); }

}  // namespace

std::vector<double> borda_scores(int candidates, const std::vector<Vote>& votes) {
  std::vector<double> scores(candidates);
  for (const Vote& vote : votes) {
    for (std::size_t place = 0; place < vote.order.size(); ++place) {
      scores[vote.order[place]] += vote.count * static_cast<double>(vote.order.size() - 1 - place);
    }
  }
  return scores;
}

Table preferences(int candidates, const std::vector<Vote>& votes) {
  Table table = square(candidates);
  for (const Vote& vote : votes) {
    for (std::size_t i = 0; i < vote.order.size(); ++i) {
      for (std::size_t j = i + 1; j < vote.order.size(); ++j) {
        table[vote.order[i]][vote.order[j]] += vote.count;
      }
    }
  }
  return table;
}

Table margins(int candidates, const std::vector<Vote>& votes) {
  const Table before = preferences(candidates, votes);
  Table table = square(candidates);
  for (int a = 0; a < candidates; ++a) {
    for (int b = 0; b < candidates; ++b) table[a][b] = before[a][b] - before[b][a];
  }
  return table;
}

std::vector<double> copeland_scores(int candidates, const std::vector<Vote>& votes) {
  const Table margin = margins(candidates, votes);
  std::vector<double> scores(candidates);
  for (int a = 0; a < candidates; ++a) {
    for (int b = 0; b < candidates; ++b) {
      if (a != b) scores[a] += margin[a][b] > 0 ? 1 : margin[a][b] == 0 ? 0.5 : 0;
    }
  }
  return scores;
}

std::optional<int> condorcet_winner(int candidates, const std::vector<Vote>& votes) {
  const Table margin = margins(candidates, votes);
  for (int a = 0; a < candidates; ++a) {
    bool beats_all = true;
    for (int b = 0; b < candidates; ++b) beats_all = beats_all && (a == b || margin[a][b] > 0);
    if (beats_all) return a;
  }
  return std::nullopt;
}

std::vector<double> shapley_values(int players, const std::function<double(unsigned)>& worth) {
  std::vector<double> of(std::size_t{1} << players);
  for (unsigned coalition = 0; coalition < of.size(); ++coalition) of[coalition] = worth(coalition);
  std::vector<double> values(players);
  for (int i = 0; i < players; ++i) {
    for (unsigned coalition = 0; coalition < of.size(); ++coalition) {
      if ((coalition >> i & 1) != 0) continue;
      // Of all orders, this share has just these before i.
      const int size = std::popcount(coalition);
      const auto orders = static_cast<double>(players * binomial(players - 1, size));
      values[i] += (of[coalition | 1U << i] - of[coalition]) / orders;
    }
  }
  return values;
}

}  // namespace clanhouse
