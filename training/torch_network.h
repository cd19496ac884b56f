// Nets evaluated by libtorch instead of by ourselves: on a GPU, or on the CPU to compare with.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "agents/net/net_file.h"

namespace clanhouse::training {

// As read_net(), on the device "cpu" or "cuda". On "cuda" numbers have half precision, and large
// batches are worth their while (agents/net/shared_network.h). An error if there is no libtorch or
// no such device.
Result<std::unique_ptr<Network>> load_torch_network(const TensorFile& file, std::string_view game,
                                                    const NetShape& wanted,
                                                    const std::string& device);

}  // namespace clanhouse::training
