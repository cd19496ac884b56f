#include "training/torch_nets.h"

namespace clanhouse::training {
namespace {

namespace nn = torch::nn;

nn::Conv2d convolution(int inputs, int outputs, int width, bool bias = false) {
  return nn::Conv2d(nn::Conv2dOptions(inputs, outputs, width).padding(width / 2).bias(bias));
}
nn::BatchNorm2d norm(int channels) {
  return nn::BatchNorm2d(nn::BatchNorm2dOptions(channels).eps(Tower::kNormEpsilon));
}

// Means and maxima over the board: [n, channels, size, size] to [n, 2 channels].
torch::Tensor pooled(const torch::Tensor& x) {
  return torch::cat({x.mean({2, 3}), x.amax({2, 3})}, 1);
}

struct StemImpl : nn::Module {
  explicit StemImpl(const TowerShape& s)
      : conv(register_module("conv", convolution(s.feature_planes, s.channels, 3))),
        norm(register_module("norm", training::norm(s.channels))) {}
  torch::Tensor forward(const torch::Tensor& x) { return torch::relu(norm(conv(x))); }
  nn::Conv2d conv;
  nn::BatchNorm2d norm;
};
TORCH_MODULE(Stem);

struct BlockImpl : nn::Module {
  BlockImpl(const TowerShape& s, bool pools)
      : conv1(register_module("conv1", convolution(s.channels, s.channels, 3))),
        norm1(register_module("norm1", training::norm(s.channels))),
        conv2(register_module("conv2", convolution(s.channels, s.channels, 3))),
        norm2(register_module("norm2", training::norm(s.channels))) {
    if (pools) pool = register_module("pool", nn::Linear(2 * s.channels, s.channels));
  }
  torch::Tensor forward(const torch::Tensor& x) {
    torch::Tensor t = torch::relu(norm1(conv1(x)));
    if (pool) t = t + pool(pooled(t)).unsqueeze(2).unsqueeze(3);
    return torch::relu(x + norm2(conv2(t)));
  }
  nn::Conv2d conv1;
  nn::BatchNorm2d norm1;
  nn::Conv2d conv2;
  nn::BatchNorm2d norm2;
  nn::Linear pool{nullptr};
};
TORCH_MODULE(Block);

struct PolicyHeadImpl : nn::Module {
  explicit PolicyHeadImpl(const TowerShape& s)
      : conv(register_module("conv", convolution(s.channels, s.channels, 1))),
        norm(register_module("norm", training::norm(s.channels))),
        out(register_module("out", convolution(s.channels, s.policy_planes, 1, true))) {}
  torch::Tensor forward(const torch::Tensor& x) {
    return out(torch::relu(norm(conv(x)))).flatten(1);
  }
  nn::Conv2d conv;
  nn::BatchNorm2d norm;
  nn::Conv2d out;
};
TORCH_MODULE(PolicyHead);

struct ValueHeadImpl : nn::Module {
  explicit ValueHeadImpl(const TowerShape& s)
      : conv(register_module("conv", convolution(s.channels, s.value_channels, 1))),
        norm(register_module("norm", training::norm(s.value_channels))),
        hidden(register_module("hidden", nn::Linear(2 * s.value_channels, s.value_hidden))),
        out(register_module("out", nn::Linear(s.value_hidden, Tower::kResults))) {}
  torch::Tensor forward(const torch::Tensor& x) {
    return out(torch::relu(hidden(pooled(torch::relu(norm(conv(x)))))));
  }
  nn::Conv2d conv;
  nn::BatchNorm2d norm;
  nn::Linear hidden;
  nn::Linear out;
};
TORCH_MODULE(ValueHead);

class TorchTower : public TorchNet {
 public:
  explicit TorchTower(const TowerShape& s)
      : shape_(s),
        stem_(register_module("stem", Stem(s))),
        policy_(register_module("policy", PolicyHead(s))),
        value_(register_module("value", ValueHead(s))) {
    for (int b = 0; b < s.blocks; ++b) blocks_->push_back(Block(s, s.pooled(b)));
    register_module("blocks", blocks_);
    nn::ModuleDict owners;
    owners_ = nn::Conv2d(nn::Conv2dOptions(s.channels, 1, 1));
    owners->update({{"out", owners_.ptr()}});
    register_module("owners", owners);
  }
  NetOutput forward(const torch::Tensor& features) override {
    torch::Tensor x = stem_(features.view({-1, shape_.feature_planes, shape_.size, shape_.size}));
    for (const auto& block : *blocks_) x = block->as<Block>()->forward(x);
    return {policy_(x), value_(x), torch::tanh(owners_(x)).flatten(1)};
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

std::shared_ptr<TorchNet> make_torch_net(const NetShape& shape) {
  if (const auto* tower = std::get_if<TowerShape>(&shape)) {
    return std::make_shared<TorchTower>(*tower);
  }
  return std::make_shared<TorchMlp>(std::get<MlpShape>(shape));
}

}  // namespace clanhouse::training
