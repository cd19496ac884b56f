#include "training/networks.h"

#include <mutex>
#include <utility>

#include "agents/net/shared_network.h"
#include "training/torch_network.h"

namespace clanhouse::training {
namespace {

// Keeps the net that was asked for last; older ones live for as long as a thread plays with them.
class SharedNetworks {
 public:
  explicit SharedNetworks(MakeNetwork load) : load_(std::move(load)) {}

  Result<std::unique_ptr<Network>> join(const TensorFile& file) {
    const std::lock_guard lock(mutex_);
    if (newest_ == nullptr || !(file == file_)) {
      auto net = load_(file);
      if (!net) return tl::unexpected(net.error());
      newest_ = std::make_shared<SharedNetwork>(std::move(*net));
      file_ = file;
    }
    return SharedNetwork::join(newest_);
  }

 private:
  MakeNetwork load_;
  std::mutex mutex_;
  TensorFile file_;
  std::shared_ptr<SharedNetwork> newest_;
};

}  // namespace

MakeNetwork sharing(MakeNetwork load) {
  return [networks = std::make_shared<SharedNetworks>(std::move(load))](const TensorFile& file) {
    return networks->join(file);
  };
}

MakeNetwork network_maker(std::string_view game, const NetShape& wanted,
                          const std::string& device) {
  if (device == "cpu") {
    return [=, game = std::string(game)](const TensorFile& file) {
      return read_net(file, game, wanted);
    };
  }
  return sharing([=, game = std::string(game)](const TensorFile& file) {
    return load_torch_network(file, game, wanted, device);
  });
}

}  // namespace clanhouse::training
