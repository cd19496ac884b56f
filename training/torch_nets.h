// The nets of agents/net/ as libtorch trains them. Parameters and buffers have the names of
// net_tensors().
#pragma once

#include <memory>

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

std::shared_ptr<TorchNet> make_torch_net(const NetShape& shape);

}  // namespace clanhouse::training
