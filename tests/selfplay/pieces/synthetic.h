// Worlds in which the winners of races follow a known law, for tests of the statistics.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "core/random.h"
#include "selfplay/pieces/counts.h"

namespace clanhouse::pieces::test {

struct World {
  int pieces = 25;
  int players = 4;
  std::vector<double> theta = std::vector<double>(pieces);             // Plackett–Luce strengths
  std::vector<double> effects = std::vector<double>(pieces * pieces);  // [i × pieces + j]: j's on i
  std::vector<double> seats = std::vector<double>(players);            // added in each seat

  // Races of one field in `orders` rotations of the seats, with `sets` sets of dice each; the first
  // half of the sets is one half of the block.
  FieldCounts run(const std::vector<int>& field, int sets, RandomStream& random) const {
    FieldCounts counts;
    counts.size = players;
    for (int a = 0; a < players; ++a) counts.pieces[a] = field[a];
    PerPiece<double> base{};
    for (int a = 0; a < players; ++a) {
      base[a] = theta[field[a]];
      for (int b = 0; b < players; ++b) {
        if (a != b) base[a] += effects[field[a] * pieces + field[b]];
      }
    }
    for (int set = 0; set < sets; ++set) {
      for (int turn = 0; turn < players; ++turn) {
        PerPiece<double> weight{};
        for (int a = 0; a < players; ++a) {
          weight[a] = std::exp(base[a] + seats[(a + turn) % players]);
        }
        race(counts, weight, turn, set < (sets + 1) / 2 ? 0 : 1, random);
      }
    }
    return counts;
  }

  // Every field that there is.
  std::vector<FieldCounts> run_all(int sets, std::uint64_t seed) const {
    std::vector<FieldCounts> all;
    std::vector<int> field(players);
    for (int a = 0; a < players; ++a) field[a] = a;
    for (;;) {
      RandomStream random(seed, "synthetic", all.size());
      all.push_back(run(field, sets, random));
      int a = players - 1;
      while (a >= 0 && field[a] == pieces - players + a) --a;
      if (a < 0) return all;
      ++field[a];
      for (int b = a + 1; b < players; ++b) field[b] = field[b - 1] + 1;
    }
  }

  std::vector<std::string> names() const {
    std::vector<std::string> list;
    for (int i = 0; i < pieces; ++i) list.push_back("piece" + std::to_string(i));
    return list;
  }

 private:
  int draw(const PerPiece<double>& weight, RandomStream& random) const {
    double sum = 0;
    for (const double w : weight) sum += w;
    double left = random.uniform() * sum;
    int a = 0;
    while (a < players - 1 && left >= weight[a]) left -= weight[a++];
    while (weight[a] == 0) --a;  // rounding at the very end
    return a;
  }

  void race(FieldCounts& counts, PerPiece<double> weight, int turn, int half,
            RandomStream& random) const {
    const int first = draw(weight, random);
    weight[first] = 0;
    const int second = draw(weight, random);
    ++counts.races;
    ++counts.first_second[half][first][second];
    ++counts.first_from[first][(first + turn) % players];
    ++counts.second_from[second][(second + turn) % players];
    counts.points[first] += 4;
    counts.points[second] += 2;
    ++counts.uses[first];
    ++counts.races_used[first];
    ++counts.first_used[first];
    for (int a = 0; a < players; ++a) {
      for (int b = 0; b < players; ++b) {
        if (a == b) continue;
        const bool ahead = a == first || (a == second && b != first);
        const bool undecided = a != first && a != second && b != first && b != second;
        counts.ahead[a][b] += ahead ? 2 : undecided ? 1 : 0;
      }
    }
  }
};

}  // namespace clanhouse::pieces::test
