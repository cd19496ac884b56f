#include "training/learner.h"

#include <torch/torch.h>

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

// Its parameters and buffers have the names of tower_tensors().
struct TowerModuleImpl : nn::Module {
  explicit TowerModuleImpl(const TowerShape& s)
      : stem(register_module("stem", Stem(s))),
        policy(register_module("policy", PolicyHead(s))),
        value(register_module("value", ValueHead(s))) {
    for (int b = 0; b < s.blocks; ++b) blocks->push_back(Block(s, s.pooled(b)));
    register_module("blocks", blocks);
  }
  std::pair<torch::Tensor, torch::Tensor> forward(const torch::Tensor& features) {
    torch::Tensor x = stem(features);
    for (const auto& block : *blocks) x = block->as<Block>()->forward(x);
    return {policy(x), value(x)};
  }
  Stem stem;
  nn::ModuleList blocks;
  PolicyHead policy;
  ValueHead value;
};
TORCH_MODULE(TowerModule);

class TorchLearner : public Learner {
 public:
  TorchLearner(const TowerShape& shape, const LearnerOptions& options,
               std::vector<std::string> names)
      : shape_(shape),
        options_(options),
        names_(std::move(names)),
        tower_(shape),
        optimiser_(
            tower_->parameters(),
            torch::optim::AdamWOptions(options.learning_rate).weight_decay(options.weight_decay)) {}

  void set_weights(const Tensors& tensors) override {
    const torch::NoGradGuard no_grad;
    const auto all = by_name();
    for (const std::string& name : names_) {
      Tensor given = tensors.at(name);
      all.at(name).copy_(torch::from_blob(given.values.data(), given.shape, torch::kFloat32));
    }
  }

  Tensors weights() const override {
    Tensors tensors;
    const auto all = by_name();
    for (const std::string& name : names_) {
      const torch::Tensor values = all.at(name).detach().contiguous();
      const float* data = values.data_ptr<float>();
      tensors[name] = {values.sizes().vec(), std::vector<float>(data, data + values.numel())};
    }
    return tensors;
  }

  void evaluate(int boards, const float* features, float* policy, float* results) override;
  Losses learn(std::span<const TrainingRow* const> rows, int steps, RandomStream& random) override;

 private:
  // All that a net file holds.
  std::map<std::string, torch::Tensor> by_name() const {
    std::map<std::string, torch::Tensor> all;
    for (const auto& item : tower_->named_parameters()) all[item.key()] = item.value();
    for (const auto& item : tower_->named_buffers()) all[item.key()] = item.value();
    return all;
  }

  TowerShape shape_;
  LearnerOptions options_;
  std::vector<std::string> names_;
  TowerModule tower_;
  torch::optim::AdamW optimiser_;
};

void TorchLearner::evaluate(int boards, const float* features, float* policy, float* results) {
  const torch::NoGradGuard no_grad;
  tower_->eval();
  const TowerShape& s = shape_;
  const auto input = torch::from_blob(const_cast<float*>(features),
                                      {boards, s.feature_planes, s.size, s.size}, torch::kFloat32);
  const auto [policy_logits, result_logits] = tower_(input);
  const auto copy = [](const torch::Tensor& from, float* to) {
    const torch::Tensor values = from.contiguous();
    std::copy_n(values.data_ptr<float>(), values.numel(), to);
  };
  copy(policy_logits, policy);
  copy(result_logits, results);
}

Losses TorchLearner::learn(std::span<const TrainingRow* const> rows, int steps,
                           RandomStream& random) {
  const TowerShape& shape = shape_;
  const int n = options_.batch;
  Losses losses;
  tower_->train();
  for (int step = 0; step < steps; ++step) {
    // Logits of actions that are not legal are pushed out of the softmax.
    torch::Tensor features = torch::empty({n, shape.feature_planes, shape.size, shape.size});
    torch::Tensor policy = torch::zeros({n, shape.policy_count()});
    torch::Tensor mask = torch::full({n, shape.policy_count()}, -1e9F);
    torch::Tensor result = torch::empty({n, Tower::kResults});
    for (int i = 0; i < n; ++i) {
      const TrainingRow& row = *rows[random.below(static_cast<std::uint32_t>(rows.size()))];
      std::copy(
          row.features.begin(), row.features.end(),
          features.data_ptr<float>() + static_cast<std::ptrdiff_t>(i) * shape.feature_count());
      const auto first_slot = static_cast<std::ptrdiff_t>(i) * shape.policy_count();
      for (const auto& [slot, share] : row.policy) {
        policy.data_ptr<float>()[first_slot + slot] = share;
        mask.data_ptr<float>()[first_slot + slot] = 0;
      }
      std::copy(row.result.begin(), row.result.end(),
                result.data_ptr<float>() + static_cast<std::ptrdiff_t>(i) * Tower::kResults);
    }
    const auto [policy_logits, result_logits] = tower_(features);
    const auto policy_loss = -(policy * torch::log_softmax(policy_logits + mask, 1)).sum(1).mean();
    const auto value_loss = -(result * torch::log_softmax(result_logits, 1)).sum(1).mean();
    optimiser_.zero_grad();
    (policy_loss + value_loss).backward();
    nn::utils::clip_grad_norm_(tower_->parameters(), 5);
    optimiser_.step();
    losses.policy += policy_loss.item<double>() / steps;
    losses.value += value_loss.item<double>() / steps;
  }
  return losses;
}

}  // namespace

}  // namespace clanhouse::training

// What load_learner() looks for. libtorch's own threads are switched off: games and learning take
// turns on the same cores.
extern "C" clanhouse::training::Learner* clanhouse_make_learner(
    const clanhouse::TowerShape* shape, const clanhouse::training::LearnerOptions* options,
    std::uint64_t seed, const std::vector<std::string>* tensors) {
  torch::set_num_threads(1);
  torch::manual_seed(seed);
  return new clanhouse::training::TorchLearner(*shape, *options, *tensors);
}
