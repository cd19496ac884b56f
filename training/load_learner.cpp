#include <dlfcn.h>

#include <filesystem>

#include "training/learner.h"
#include "training/torch_network.h"

namespace clanhouse::training {
namespace {

// A function of the library with libtorch, which is there for `purpose`.
template <class Function>
Result<Function*> find_function(const char* name, const std::string& purpose) {
  constexpr const char* kLibrary = "libclanhouse_learner.so";
  std::error_code ignored;
  const auto folder = std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path();
  void* library = nullptr;
  // Programs of the build tree lie one folder deeper.
  for (const auto& place : {folder / kLibrary, folder.parent_path() / kLibrary}) {
    if (library == nullptr && std::filesystem::exists(place, ignored)) {
      library = dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL);
      if (library == nullptr) return io_error(dlerror());
    }
  }
  if (library == nullptr) {
    return io_error(purpose + " needs libtorch, which this build does without");
  }
  const auto function = reinterpret_cast<Function*>(dlsym(library, name));
  if (function == nullptr) return io_error(dlerror());
  return function;
}

}  // namespace

Result<std::unique_ptr<Learner>> load_learner(const NetShape& shape, const LearnerOptions& options,
                                              std::uint64_t seed, const std::string& device) {
  using Make = Learner*(const NetShape*, const LearnerOptions*, std::uint64_t, const std::string*,
                        const std::vector<std::string>*, std::string*);
  const auto make = find_function<Make>("clanhouse_make_learner", "training");
  if (!make) return tl::unexpected(make.error());
  std::vector<std::string> names;
  for (const auto& [name, dimensions] : net_tensors(shape)) names.push_back(name);
  std::string error;
  std::unique_ptr<Learner> learner((*make)(&shape, &options, seed, &device, &names, &error));
  if (learner == nullptr) return io_error(error);
  return learner;
}

Result<std::unique_ptr<Network>> load_torch_network(const TensorFile& file, std::string_view game,
                                                    const NetShape& wanted,
                                                    const std::string& device) {
  const auto shape = read_net_shape(file, game, wanted);
  if (!shape) return tl::unexpected(shape.error());
  using Make = Network*(const NetShape*, const TensorFile*, const std::string*, std::string*);
  const auto make = find_function<Make>("clanhouse_make_torch_network", "this evaluation");
  if (!make) return tl::unexpected(make.error());
  const auto* tower = std::get_if<TowerShape>(&*shape);
  const TensorFile folded = tower != nullptr ? fold_norms(file, *tower) : file;
  std::string error;
  std::unique_ptr<Network> network((*make)(&*shape, &folded, &device, &error));
  if (network == nullptr) return io_error(error);
  return network;
}

}  // namespace clanhouse::training
