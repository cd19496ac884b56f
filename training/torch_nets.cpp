#include "training/torch_nets.h"

#include <algorithm>
#include <stdexcept>

namespace clanhouse::training {
namespace {

namespace nn = torch::nn;

nn::Conv2d convolution(int inputs, int outputs, int width, bool bias) {
  return nn::Conv2d(nn::Conv2dOptions(inputs, outputs, width).padding(width / 2).bias(bias));
}

// A convolution of `owner` with a batch norm, unless that is folded into it.
struct Normed {
  Normed(nn::Module& owner, const std::string& conv_name, const std::string& norm_name, NetUse use,
         int inputs, int outputs, int width)
      : conv(owner.register_module(
            conv_name, convolution(inputs, outputs, width, use == NetUse::kEvaluation))) {
    if (use == NetUse::kEvaluation) return;
    norm = owner.register_module(
        norm_name, nn::BatchNorm2d(nn::BatchNorm2dOptions(outputs).eps(Tower::kNormEpsilon)));
  }
  torch::Tensor operator()(const torch::Tensor& x) { return norm ? norm(conv(x)) : conv(x); }
  nn::Conv2d conv;
  nn::BatchNorm2d norm{nullptr};
};

// Means and maxima over the board: [n, channels, size, size] to [n, 2 channels].
torch::Tensor pooled(const torch::Tensor& x) {
  return torch::cat({x.mean({2, 3}), x.amax({2, 3})}, 1);
}

struct StemImpl : nn::Module {
  StemImpl(const TowerShape& s, NetUse use)
      : conv(*this, "conv", "norm", use, s.feature_planes, s.channels, 3) {}
  torch::Tensor forward(const torch::Tensor& x) { return torch::relu(conv(x)); }
  Normed conv;
};
TORCH_MODULE(Stem);

struct BlockImpl : nn::Module {
  BlockImpl(const TowerShape& s, NetUse use, bool pools)
      : conv1(*this, "conv1", "norm1", use, s.channels, s.channels, 3),
        conv2(*this, "conv2", "norm2", use, s.channels, s.channels, 3) {
    if (pools) pool = register_module("pool", nn::Linear(2 * s.channels, s.channels));
  }
  torch::Tensor forward(const torch::Tensor& x) {
    torch::Tensor t = torch::relu(conv1(x));
    if (pool) t = t + pool(pooled(t)).unsqueeze(2).unsqueeze(3);
    return torch::relu(x + conv2(t));
  }
  Normed conv1;
  Normed conv2;
  nn::Linear pool{nullptr};
};
TORCH_MODULE(Block);

struct PolicyHeadImpl : nn::Module {
  PolicyHeadImpl(const TowerShape& s, NetUse use)
      : conv(*this, "conv", "norm", use, s.channels, s.channels, 1),
        out(register_module("out", convolution(s.channels, s.policy_planes, 1, true))) {}
  torch::Tensor forward(const torch::Tensor& x) { return out(torch::relu(conv(x))).flatten(1); }
  Normed conv;
  nn::Conv2d out;
};
TORCH_MODULE(PolicyHead);

struct ValueHeadImpl : nn::Module {
  ValueHeadImpl(const TowerShape& s, NetUse use)
      : conv(*this, "conv", "norm", use, s.channels, s.value_channels, 1),
        hidden(register_module("hidden", nn::Linear(2 * s.value_channels, s.value_hidden))),
        out(register_module("out", nn::Linear(s.value_hidden, Tower::kResults))) {}
  torch::Tensor forward(const torch::Tensor& x) {
    return out(torch::relu(hidden(pooled(torch::relu(conv(x))))));
  }
  Normed conv;
  nn::Linear hidden;
  nn::Linear out;
};
TORCH_MODULE(ValueHead);

class TorchTower : public TorchNet {
 public:
  TorchTower(const TowerShape& s, NetUse use)
      : shape_(s),
        stem_(register_module("stem", Stem(s, use))),
        policy_(register_module("policy", PolicyHead(s, use))),
        value_(register_module("value", ValueHead(s, use))) {
    for (int b = 0; b < s.blocks; ++b) blocks_->push_back(Block(s, use, s.pooled(b)));
    register_module("blocks", blocks_);
    if (use == NetUse::kEvaluation) return;
    nn::ModuleDict owners;
    owners_ = nn::Conv2d(nn::Conv2dOptions(s.channels, 1, 1));
    owners->update({{"out", owners_.ptr()}});
    register_module("owners", owners);
  }
  NetOutput forward(const torch::Tensor& features) override {
    torch::Tensor x = stem_(features.view({-1, shape_.feature_planes, shape_.size, shape_.size}));
    for (const auto& block : *blocks_) x = block->as<Block>()->forward(x);
    NetOutput output{policy_(x), value_(x), {}};
    if (owners_) output.owners = torch::tanh(owners_(x)).flatten(1);
    return output;
  }

 private:
  TowerShape shape_;
  Stem stem_;
  nn::ModuleList blocks_;
  PolicyHead policy_;
  ValueHead value_;
  nn::Conv2d owners_{nullptr};
};

struct MlpBlockImpl : nn::Module {
  explicit MlpBlockImpl(int width)
      : first(register_module("first", nn::Linear(width, width))),
        second(register_module("second", nn::Linear(width, width))) {}
  torch::Tensor forward(const torch::Tensor& x) {
    return torch::relu(x + second(torch::relu(first(x))));
  }
  nn::Linear first;
  nn::Linear second;
};
TORCH_MODULE(MlpBlock);

class TorchMlp : public TorchNet {
 public:
  explicit TorchMlp(const MlpShape& s)
      : stem_(register_module("stem", nn::Linear(s.features, s.width))),
        values_(register_module("values", nn::Linear(s.width, s.seats))) {
    for (int b = 0; b < s.blocks; ++b) blocks_->push_back(MlpBlock(s.width));
    register_module("blocks", blocks_);
  }
  NetOutput forward(const torch::Tensor& features) override {
    torch::Tensor x = torch::relu(stem_(features));
    for (const auto& block : *blocks_) x = block->as<MlpBlock>()->forward(x);
    return {{}, values_(x), {}};
  }

 private:
  nn::Linear stem_;
  nn::ModuleList blocks_;
  nn::Linear values_;
};

}  // namespace

std::shared_ptr<TorchNet> make_torch_net(const NetShape& shape, NetUse use) {
  if (const auto* tower = std::get_if<TowerShape>(&shape)) {
    return std::make_shared<TorchTower>(*tower, use);
  }
  return std::make_shared<TorchMlp>(std::get<MlpShape>(shape));
}

void copy_out(const torch::Tensor& from, float* to) {
  if (!from.defined()) return;
  const torch::Tensor numbers = from.detach().to(torch::kCPU, torch::kFloat32).contiguous();
  std::copy_n(numbers.data_ptr<float>(), numbers.numel(), to);
}

torch::Device torch_device(const std::string& name) {
  if (name == "cpu") return torch::kCPU;
  if (name != "cuda") throw std::runtime_error("device '" + name + "': expected cpu or cuda");
  if (torch::cuda::is_available()) return torch::kCUDA;
  throw std::runtime_error("device 'cuda': libtorch finds no GPU here");
}

}  // namespace clanhouse::training
