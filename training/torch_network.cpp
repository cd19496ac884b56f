#include "training/torch_network.h"

#include <stdexcept>

#include <torch/torch.h>

#include "training/torch_nets.h"

namespace clanhouse::training {
namespace {

class TorchNetwork : public Network {
 public:
  TorchNetwork(const NetShape& shape, const TensorFile& folded, torch::Device device)
      : shape_(shape),
        device_(device),
        type_(device.is_cuda() ? torch::kFloat16 : torch::kFloat32),
        net_(make_torch_net(shape, NetUse::kEvaluation)) {
    const torch::NoGradGuard no_grad;
    for (auto& item : net_->named_parameters()) {
      Tensor given = folded.tensors.at(item.key());
      item.value().copy_(torch::from_blob(given.values.data(), given.shape, torch::kFloat32));
    }
    net_->eval();
    net_->to(device_, type_);
  }

  int feature_count() const override { return net_features(shape_); }
  int policy_count() const override { return net_policies(shape_); }
  int value_count() const override { return net_values(shape_); }
  ValueKind value_kind() const override {
    return std::holds_alternative<TowerShape>(shape_) ? ValueKind::kResults : ValueKind::kSeats;
  }

  void evaluate(int positions, const float* features, float* policy, float* values) override {
    const torch::InferenceMode no_learning;
    const auto input = torch::from_blob(const_cast<float*>(features), {positions, feature_count()},
                                        torch::kFloat32);
    const NetOutput output = net_->forward(input.to(device_, type_));
    copy_out(output.policy, policy);
    copy_out(output.values, values);
  }

 private:
  NetShape shape_;
  torch::Device device_;
  torch::ScalarType type_;
  std::shared_ptr<TorchNet> net_;
};

}  // namespace
}  // namespace clanhouse::training

// What load_torch_network() looks for.
extern "C" clanhouse::Network* clanhouse_make_torch_network(const clanhouse::NetShape* shape,
                                                            const clanhouse::TensorFile* folded,
                                                            const std::string* device,
                                                            std::string* error) {
  return clanhouse::training::or_error(error, [&] {
    torch::set_num_threads(1);
    return new clanhouse::training::TorchNetwork(*shape, *folded,
                                                 clanhouse::training::torch_device(*device));
  });
}
