#include <dlfcn.h>

#include <filesystem>

#include "training/learner.h"

namespace clanhouse::training {

Result<std::unique_ptr<Learner>> load_learner(const NetShape& shape, const LearnerOptions& options,
                                              std::uint64_t seed) {
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
    return io_error("training needs libtorch, which this build does without");
  }
  using Make = Learner* (*)(const NetShape*, const LearnerOptions*, std::uint64_t,
                            const std::vector<std::string>*);
  const auto make = reinterpret_cast<Make>(dlsym(library, "clanhouse_make_learner"));
  if (make == nullptr) return io_error(dlerror());
  std::vector<std::string> names;
  for (const auto& [name, dimensions] : net_tensors(shape)) names.push_back(name);
  return std::unique_ptr<Learner>(make(&shape, &options, seed, &names));
}

}  // namespace clanhouse::training
