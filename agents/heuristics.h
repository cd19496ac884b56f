// The heuristics of all games. Whoever asks HasHeuristic<G> includes this and not one of them, so
// that the answer is the same everywhere.
#pragma once

#include "agents/changakarnikh/greedy.h"
#include "agents/changakarnikh/heuristic.h"
#include "agents/dashigaikh/heuristic.h"
#include "agents/heuristic.h"
#include "agents/ssansh/heuristic.h"
