// The networks of the threads that play in one process.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "agents/net/net_file.h"

namespace clanhouse::training {

// A network for one thread, of the net in a file. Threads may call it at the same time.
using MakeNetwork = std::function<Result<std::unique_ptr<Network>>(const TensorFile& file)>;

// Nets as the game wants them. On the "cpu" every thread has one of its own (read_net()); on a GPU
// libtorch evaluates the positions of all threads together.
MakeNetwork network_maker(std::string_view game, const NetShape& wanted, const std::string& device);

// Threads that ask for the net of the same file share one, which `load` makes
// (agents/net/shared_network.h).
MakeNetwork sharing(MakeNetwork load);

}  // namespace clanhouse::training
