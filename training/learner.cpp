#include "training/learner.h"

#include <sstream>

#include <torch/torch.h>

#include "training/torch_nets.h"

namespace clanhouse::training {
namespace {

using NamedTensors = std::map<std::string, torch::Tensor>;

// All that a net file holds.
NamedTensors by_name(const TorchNet& net) {
  NamedTensors all;
  for (const auto& item : net.named_parameters()) all[item.key()] = item.value();
  for (const auto& item : net.named_buffers()) all[item.key()] = item.value();
  return all;
}

std::unique_ptr<torch::optim::Optimizer> make_optimiser(const LearnerOptions& options,
                                                        std::vector<torch::Tensor> parameters) {
  if (options.optimiser == OptimiserKind::kSgd) {
    return std::make_unique<torch::optim::SGD>(std::move(parameters),
                                               torch::optim::SGDOptions(options.learning_rate)
                                                   .momentum(options.momentum)
                                                   .nesterov(options.momentum > 0)
                                                   .weight_decay(options.weight_decay));
  }
  return std::make_unique<torch::optim::AdamW>(
      std::move(parameters),
      torch::optim::AdamWOptions(options.learning_rate).weight_decay(options.weight_decay));
}

// A batch as the net wants it. Logits of actions that are not legal are pushed out of the softmax
// by `mask`.
struct Batch {
  torch::Tensor features;
  torch::Tensor policy;
  torch::Tensor mask;
  torch::Tensor values;
  torch::Tensor owners;
};

class TorchLearner : public Learner {
 public:
  TorchLearner(const NetShape& shape, const LearnerOptions& options, std::vector<std::string> names,
               torch::Device device)
      : shape_(shape),
        options_(options),
        names_(std::move(names)),
        device_(device),
        net_(make_on_device()),
        average_(make_on_device()),
        optimiser_(make_optimiser(options, net_->parameters())) {
    copy_weights(*net_, *average_);
    average_->eval();
  }

  void set_weights(const Tensors& tensors) override {
    const torch::NoGradGuard no_grad;
    const auto all = by_name(*net_);
    for (const std::string& name : names_) {
      Tensor given = tensors.at(name);
      all.at(name).copy_(torch::from_blob(given.values.data(), given.shape, torch::kFloat32));
    }
    copy_weights(*net_, *average_);
  }

  Tensors weights() const override {
    Tensors tensors;
    const auto all = by_name(*average_);
    for (const std::string& name : names_) {
      const torch::Tensor values = all.at(name).detach().cpu().contiguous();
      const float* data = values.data_ptr<float>();
      tensors[name] = {values.sizes().vec(), std::vector<float>(data, data + values.numel())};
    }
    return tensors;
  }

  std::string save() const override;
  Result<void> load(const std::string& content) override;
  void evaluate(int positions, const float* features, float* policy, float* values) override;
  Losses learn(const RowPointers& rows, int steps, float rate_share, RandomStream& random) override;
  Losses measure(const RowPointers& rows) override;

 private:
  std::shared_ptr<TorchNet> make_on_device() const {
    auto net = make_torch_net(shape_);
    net->to(device_);
    return net;
  }
  static void copy_weights(const TorchNet& from, TorchNet& to) {
    const torch::NoGradGuard no_grad;
    const auto target = by_name(to);
    for (const auto& [name, tensor] : by_name(from)) target.at(name).copy_(tensor);
  }
  // The first steps count little, since their weights are still random.
  void average_weights() {
    const torch::NoGradGuard no_grad;
    const auto steps = static_cast<double>(steps_);
    const double keep = std::min<double>(options_.averaging, (1 + steps) / (10 + steps));
    const auto target = by_name(*average_);
    for (const auto& [name, tensor] : by_name(*net_)) {
      if (tensor.is_floating_point()) target.at(name).lerp_(tensor, 1 - keep);
    }
  }
  void set_rate(float share) {
    const float warm =
        options_.warmup == 0
            ? 1
            : std::min(1.F, static_cast<float>(steps_ + 1) / static_cast<float>(options_.warmup));
    for (auto& group : optimiser_->param_groups()) {
      group.options().set_lr(options_.learning_rate * share * warm);
    }
  }

  Batch make_batch(std::span<const TrainingRow* const> rows) const;
  // Losses of a batch; the sum to be minimised goes to `total`.
  Losses losses_of(const Batch& batch, const NetOutput& output, torch::Tensor& total) const;

  NetShape shape_;
  LearnerOptions options_;
  std::vector<std::string> names_;
  torch::Device device_;
  std::shared_ptr<TorchNet> net_;
  std::shared_ptr<TorchNet> average_;
  std::unique_ptr<torch::optim::Optimizer> optimiser_;
  std::int64_t steps_ = 0;
};

// By way of memory: libtorch ends the program when it cannot write to a file.
std::string TorchLearner::save() const {
  torch::serialize::OutputArchive archive, net, average, optimiser;
  net_->save(net);
  average_->save(average);
  optimiser_->save(optimiser);
  archive.write("net", net);
  archive.write("average", average);
  archive.write("optimiser", optimiser);
  archive.write("steps", torch::tensor(steps_));
  std::ostringstream content;
  archive.save_to(content);
  return content.str();
}

Result<void> TorchLearner::load(const std::string& content) {
  try {
    torch::serialize::InputArchive archive, net, average, optimiser;
    archive.load_from(content.data(), content.size(), device_);
    archive.read("net", net);
    archive.read("average", average);
    archive.read("optimiser", optimiser);
    torch::Tensor steps;
    archive.read("steps", steps);
    net_->load(net);
    average_->load(average);
    optimiser_->load(optimiser);
    steps_ = steps.item<std::int64_t>();
    return {};
  } catch (const std::exception& error) {
    return invalid("this is no checkpoint of this net");
  }
}

void TorchLearner::evaluate(int positions, const float* features, float* policy, float* values) {
  const torch::NoGradGuard no_grad;
  const auto input = torch::from_blob(const_cast<float*>(features),
                                      {positions, net_features(shape_)}, torch::kFloat32);
  const NetOutput output = average_->forward(input.to(device_));
  copy_out(output.policy, policy);
  copy_out(output.values, values);
}

Batch TorchLearner::make_batch(std::span<const TrainingRow* const> rows) const {
  const auto n = static_cast<std::int64_t>(rows.size());
  const std::int64_t features = net_features(shape_);
  const std::int64_t policies = net_policies(shape_);
  const std::int64_t values = net_values(shape_);
  Batch batch;
  batch.features = torch::empty({n, features});
  batch.values = torch::empty({n, values});
  if (policies > 0) {
    batch.policy = torch::zeros({n, policies});
    batch.mask = torch::full({n, policies}, -1e9F);
  }
  if (!rows.front()->owners.empty()) {
    batch.owners = torch::empty({n, static_cast<std::int64_t>(rows.front()->owners.size())});
  }
  const auto copy = [](const std::vector<float>& from, torch::Tensor& to, std::int64_t i) {
    std::copy(from.begin(), from.end(), to.data_ptr<float>() + i * to.size(1));
  };
  const bool results = std::holds_alternative<TowerShape>(shape_);
  for (std::int64_t i = 0; i < n; ++i) {
    const TrainingRow& row = *rows[static_cast<std::size_t>(i)];
    copy(row.features, batch.features, i);
    if (batch.owners.defined()) copy(row.owners, batch.owners, i);
    copy(row.outcome, batch.values, i);
    float* value = batch.values.data_ptr<float>() + i * values;
    const float share = options_.root_value_share;
    if (results) {
      const float win = std::clamp(row.root_value / 2 + 0.5F, 0.F, 1.F);
      const std::array<float, Tower::kResults> expected = {win, 0, 1 - win};
      for (int k = 0; k < Tower::kResults; ++k) value[k] += share * (expected[k] - value[k]);
    } else {
      value[0] += share * (row.root_value - value[0]);
    }
    for (const auto& [slot, part] : row.policy) {
      batch.policy.data_ptr<float>()[i * policies + slot] = part;
      batch.mask.data_ptr<float>()[i * policies + slot] = 0;
    }
  }
  for (torch::Tensor* tensor :
       {&batch.features, &batch.policy, &batch.mask, &batch.values, &batch.owners}) {
    if (tensor->defined()) *tensor = tensor->to(device_);
  }
  return batch;
}

Losses TorchLearner::losses_of(const Batch& batch, const NetOutput& output,
                               torch::Tensor& total) const {
  Losses losses;
  torch::Tensor value;
  if (std::holds_alternative<TowerShape>(shape_)) {
    value = -(batch.values * torch::log_softmax(output.values, 1)).sum(1).mean();
  } else {
    value = torch::mse_loss(output.values, batch.values);
  }
  losses.value = value.item<double>();
  total = options_.value_weight * value;
  if (output.policy.defined()) {
    const torch::Tensor logs = torch::log_softmax(output.policy + batch.mask, 1);
    const torch::Tensor policy = -(batch.policy * logs).sum(1).mean();
    losses.policy = policy.item<double>();
    total = total + policy;
    const torch::NoGradGuard no_grad;
    losses.entropy = -(logs.exp() * logs).sum(1).mean().item<double>();
  }
  if (output.owners.defined() && batch.owners.defined()) {
    const torch::Tensor owners = torch::mse_loss(output.owners, batch.owners);
    losses.owners = owners.item<double>();
    total = total + options_.owners_weight * owners;
  }
  return losses;
}

void add(Losses& sum, const Losses& losses, double weight) {
  sum.policy += weight * losses.policy;
  sum.value += weight * losses.value;
  sum.owners += weight * losses.owners;
  sum.entropy += weight * losses.entropy;
}

Losses TorchLearner::learn(const RowPointers& rows, int steps, float rate_share,
                           RandomStream& random) {
  Losses mean;
  net_->train();
  RowPointers drawn(static_cast<std::size_t>(options_.batch));
  for (int step = 0; step < steps; ++step) {
    for (auto& row : drawn) row = rows[random.below(static_cast<std::uint32_t>(rows.size()))];
    const Batch batch = make_batch(drawn);
    torch::Tensor total;
    add(mean, losses_of(batch, net_->forward(batch.features), total), 1.0 / steps);
    set_rate(rate_share);
    optimiser_->zero_grad();
    total.backward();
    torch::nn::utils::clip_grad_norm_(net_->parameters(), options_.clip);
    optimiser_->step();
    ++steps_;
    average_weights();
  }
  return mean;
}

Losses TorchLearner::measure(const RowPointers& rows) {
  const torch::NoGradGuard no_grad;
  Losses mean;
  constexpr std::size_t kAtOnce = 256;
  for (std::size_t first = 0; first < rows.size(); first += kAtOnce) {
    const auto part = std::span(rows).subspan(first, std::min(kAtOnce, rows.size() - first));
    const Batch batch = make_batch(part);
    torch::Tensor total;
    add(mean, losses_of(batch, average_->forward(batch.features), total),
        static_cast<double>(part.size()) / static_cast<double>(rows.size()));
  }
  return mean;
}

}  // namespace

}  // namespace clanhouse::training

// What load_learner() looks for. libtorch's own threads are switched off: games and learning share
// the cores.
extern "C" clanhouse::training::Learner* clanhouse_make_learner(
    const clanhouse::NetShape* shape, const clanhouse::training::LearnerOptions* options,
    std::uint64_t seed, const std::string* device, const std::vector<std::string>* tensors,
    std::string* error) {
  return clanhouse::training::or_error(error, [&] {
    torch::set_num_threads(1);
    torch::manual_seed(seed);
    return new clanhouse::training::TorchLearner(*shape, *options, *tensors,
                                                 clanhouse::training::torch_device(*device));
  });
}
