// The agent "tei": an engine for Dashigáikh that is another program.
//
// It starts the engine at the first game, and again after it has ended; a failure in begin_game()
// is of kind "start". What TEI has no words for is not told: the rules about inactivity and the
// turn limit, and other numbers of pieces unless the engine has options for them. Such an engine
// plays as if there were no such rule.
#pragma once

#include <memory>

#include "agents/agent.h"
#include "agents/tei/options.h"
#include "core/dashigaikh/game.h"

namespace clanhouse::tei {

template <int N>
Result<std::unique_ptr<Agent<dashigaikh::Dashigaikh<N>>>> make_tei_agent(
    const dashigaikh::Dashigaikh<N>& game, const TeiOptions& options);

}  // namespace clanhouse::tei
