// The nets of agents/net/ as libtorch trains and evaluates them. Parameters and buffers have the
// names of net_tensors().
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <torch/torch.h>

#include "agents/net/net_file.h"

namespace clanhouse::training {

struct NetOutput {
  torch::Tensor policy;  // [n, policies] logits; undefined without a policy
  torch::Tensor values;  // [n, values]
  torch::Tensor owners;  // [n, squares] between -1 and 1; undefined where there are none
};

class TorchNet : public torch::nn::Module {
 public:
  // Features [n, features].
  virtual NetOutput forward(const torch::Tensor& features) = 0;
};

// For evaluation batch norms are folded into the convolutions, as fold_norms() does it, and there
// are no owners.
enum class NetUse { kLearning, kEvaluation };
std::shared_ptr<TorchNet> make_torch_net(const NetShape& shape, NetUse use = NetUse::kLearning);

// Copies numbers from whatever device they are on; what is undefined has none.
void copy_out(const torch::Tensor& from, float* to);

// "cpu", or "cuda" if there is such a device; throws otherwise, with a line that says why.
torch::Device torch_device(const std::string& name);

// What `make` makes; if it throws, null and the first line of what it says (libtorch goes on with
// the stack).
template <class Make>
auto or_error(std::string* error, Make&& make) -> decltype(make()) {
  try {
    return make();
  } catch (const std::exception& thrown) {
    const std::string_view what = thrown.what();
    *error = what.substr(0, what.find('\n'));
    return nullptr;
  }
}

}  // namespace clanhouse::training
