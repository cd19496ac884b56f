#include "agents/net/mlp.h"

#include <algorithm>
#include <string>

namespace clanhouse {
namespace {

std::string block_name(int block) { return "blocks." + std::to_string(block); }

}  // namespace

const OptionTable<MlpShape>& mlp_options() {
  static const OptionTable<MlpShape> table =
      OptionTable<MlpShape>()
          .integer("features", &MlpShape::features, 1, 1'000'000, "inputs")
          .integer("seats", &MlpShape::seats, 1, 64, "values")
          .integer("players", &MlpShape::players, 1, 64, "seats that are taken")
          .integer("width", &MlpShape::width, 1, 8192, "numbers between layers")
          .integer("blocks", &MlpShape::blocks, 0, 1000, "residual blocks");
  return table;
}

TensorShapes mlp_tensors(const MlpShape& shape) {
  TensorShapes list;
  add_linear(list, "stem", shape.width, shape.features);
  for (int b = 0; b < shape.blocks; ++b) {
    add_linear(list, block_name(b) + ".first", shape.width, shape.width);
    add_linear(list, block_name(b) + ".second", shape.width, shape.width);
  }
  add_linear(list, "values", shape.seats, shape.width);
  return list;
}

Result<Mlp> Mlp::read(const TensorFile& file) {
  Mlp net;
  if (auto read = read_shape(file, mlp_options(), net.shape_); !read) {
    return tl::unexpected(read.error());
  }
  if (auto fits = check_tensors(file, mlp_tensors(net.shape_)); !fits) {
    return tl::unexpected(fits.error());
  }
  net.stem_ = read_linear(file, "stem");
  for (int b = 0; b < net.shape_.blocks; ++b) {
    net.blocks_.push_back({read_linear(file, block_name(b) + ".first"),
                           read_linear(file, block_name(b) + ".second")});
  }
  net.values_ = read_linear(file, "values");
  return net;
}

void Mlp::evaluate(int positions, const float* features, float* /*policy*/, float* values) {
  const int stride = padded(shape_.width);
  const auto columns = static_cast<std::size_t>(positions);
  const auto wide = columns * static_cast<std::size_t>(stride);
  const int out_stride = padded(shape_.seats);
  if (now_.size() < wide) {
    now_.resize(wide);
    inner_.resize(wide);
    out_.resize(columns * static_cast<std::size_t>(out_stride));
  }
  const Taps here = Taps::none();
  // Features say what is there, and most is not; much of what has gone through a ReLU is zero
  // too.
  stem_.apply_sparse({positions, features, shape_.features, now_.data(), nullptr, true});
  for (const Block& block : blocks_) {
    block.first.apply_sparse({positions, now_.data(), stride, inner_.data(), nullptr, true});
    block.second.apply_sparse({positions, inner_.data(), stride, now_.data(), now_.data(), true});
  }
  values_.apply(here, {positions, now_.data(), stride, out_.data(), nullptr, false});
  for (int i = 0; i < positions; ++i) {
    std::copy_n(out_.data() + static_cast<std::ptrdiff_t>(i) * out_stride, shape_.seats,
                values + static_cast<std::ptrdiff_t>(i) * shape_.seats);
  }
}

}  // namespace clanhouse
