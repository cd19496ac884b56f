// Ratings that move with every game, for ladders that go on for ever. They depend on the order of
// games; for a finished set of games the fits of bradley_terry.h, draw_models.h and plackett_luce.h
// are better.
//
// Ranks say who came before whom: the lower the better, equal for a tie. Only their order counts.
#pragma once

#include <vector>

namespace clanhouse {

// Elo's update of `rating` after a score of 0, 1/2 or 1: k times surprise.
double elo_update(double rating, double opponent, double score, double k = 32);

struct Glicko2 {
  double rating = 1500;
  double deviation = 350;
  double volatility = 0.06;
};

struct Glicko2Game {
  Glicko2 opponent;
  double score = 0;  // 0, 1/2 or 1
};

// One rating period (Glickman, "Example of the Glicko-2 system", 2013). Without games the deviation
// grows. `tau` limits how fast the volatility changes, 0.3 to 1.2.
Glicko2 glicko2_update(const Glicko2& player, const std::vector<Glicko2Game>& games,
                       double tau = 0.5);

// A normal belief about strength.
struct Skill {
  double mu = 25;
  double sigma = 25.0 / 3;
};

struct SkillSettings {
  double beta = 25.0 / 6;         // deviation of one performance from the strength
  double tau = 25.0 / 300;        // by which strengths drift before every game
  double draw_probability = 0.1;  // TrueSkill: of two equal players
  double kappa = 1e-4;            // Weng-Lin: the least factor on a variance
  double draw_margin = 0.1;       // Weng-Lin, Thurstone-Mosteller: within which a game is a tie
};

// A free-for-all by expectation propagation along the order of the players (Herbrich, Minka and
// Graepel, 2006), passed on until nothing changes.
std::vector<Skill> trueskill_update(const std::vector<Skill>& skills, const std::vector<int>& ranks,
                                    const SkillSettings& settings = {});

enum class WengLinModel { kPlackettLuce, kBradleyTerry, kThurstoneMosteller };

// The closed-form updates of Weng and Lin (JMLR 12, 2011), algorithms 4, 1 and 2 ("full pair").
std::vector<Skill> weng_lin_update(const std::vector<Skill>& skills, const std::vector<int>& ranks,
                                   WengLinModel model = WengLinModel::kPlackettLuce,
                                   const SkillSettings& settings = {});

}  // namespace clanhouse
