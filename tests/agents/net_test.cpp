// Net files and their evaluation without libtorch.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "agents/net/kernels.h"
#include "agents/net/linear.h"
#include "agents/net/mlp.h"
#include "agents/net/tower.h"
#include "core/random.h"
#include "tests/agents/random_net.h"

namespace clanhouse {
namespace {

// ---- safetensors ----

TensorFile small_file() {
  TensorFile file;
  file.metadata = {{"game", "dashigaikh"}, {"size", "5"}};
  file.tensors["a"] = {{2, 3}, {1, 2, 3, 4, 5, 6.5}};
  file.tensors["b"] = {{}, {-1}};
  file.tensors["empty"] = {{0}, {}};
  return file;
}

TEST(Safetensors, AreReadAsTheyWereWritten) {
  const auto read = parse_safetensors(format_safetensors(small_file()));
  ASSERT_TRUE(read) << read.error().reason;
  EXPECT_EQ(*read, small_file());
  EXPECT_EQ(*parse_safetensors(format_safetensors({})), TensorFile());
}

// The bytes of the format's description.
TEST(Safetensors, FollowTheFormat) {
  TensorFile file;
  file.tensors["x"] = {{1}, {1}};
  const std::string header = R"({"x":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})";
  std::string expected("\x38\0\0\0\0\0\0\0", 8);
  expected += header + std::string(0x38 - header.size(), ' ') + std::string("\0\0\x80\x3f", 4);
  EXPECT_EQ(format_safetensors(file), expected);
}

TEST(Safetensors, RefuseEveryBeginningOfAFile) {
  const std::string whole = format_safetensors(small_file());
  for (std::size_t length = 0; length < whole.size(); ++length) {
    EXPECT_FALSE(parse_safetensors(whole.substr(0, length))) << length;
  }
}

TEST(Safetensors, SayWhatIsDamaged) {
  const auto reason = [](std::string header) {
    std::string content(8, '\0');
    content[0] = static_cast<char>(header.size());
    const auto read = parse_safetensors(content + header + "12345678");
    return read ? "" : read.error().reason;
  };
  EXPECT_EQ(reason(R"({"t":{"dtype":"F16","shape":[1],"data_offsets":[0,2]}})"),
            "t: only F32 is known here, not 'F16'");
  EXPECT_EQ(reason(R"({"t":{"dtype":"F32","shape":[1],"data_offsets":[8,12]}})"),
            "t: the data lie outside of the file");
  EXPECT_EQ(reason(R"({"t":{"dtype":"F32","shape":[1],"data_offsets":[0,8]}})"),
            "t: the data have another length than the shape says");
  EXPECT_EQ(reason(R"({"t":{"dtype":"F32","shape":[99999,99999,99999],"data_offsets":[0,8]}})"),
            "t: the shape is larger than the file");
  EXPECT_EQ(reason(R"({"t":{"dtype":"F32","data_offsets":[0,8]}})"), "shape: this key is missing");
  EXPECT_EQ(reason("[]"), "the header is no object");
  EXPECT_EQ(reason("{"), "this is not JSON");
}

// ---- the tower ----

// The definition of tower.h, number by number, from the tensors of the file.
class NaiveTower {
 public:
  NaiveTower(const TowerShape& shape, const TensorFile& file) : shape_(shape), file_(file) {}

  using Planes = std::vector<std::vector<double>>;  // [channel][square]

  void evaluate(const float* features, std::vector<double>& policy, std::vector<double>& results) {
    Planes x(static_cast<std::size_t>(shape_.feature_planes));
    for (std::size_t p = 0; p < x.size(); ++p) {
      for (int s = 0; s < shape_.squares(); ++s) {
        x[p].push_back(
            features[p * static_cast<std::size_t>(shape_.squares()) + static_cast<std::size_t>(s)]);
      }
    }
    x = relu(convolve("stem.conv", "stem.norm", x));
    for (int b = 0; b < shape_.blocks; ++b) {
      const std::string name = "blocks." + std::to_string(b);
      Planes t = relu(convolve(name + ".conv1", name + ".norm1", x));
      if (shape_.pooled(b)) {
        const auto added = linear(name + ".pool", pool(t));
        for (std::size_t c = 0; c < t.size(); ++c) {
          for (double& v : t[c]) v += added[c];
        }
      }
      t = convolve(name + ".conv2", name + ".norm2", t);
      for (std::size_t c = 0; c < x.size(); ++c) {
        for (std::size_t s = 0; s < x[c].size(); ++s) x[c][s] += t[c][s];
      }
      x = relu(x);
    }
    policy.clear();
    for (const auto& plane :
         convolve("policy.out", "", relu(convolve("policy.conv", "policy.norm", x)))) {
      policy.insert(policy.end(), plane.begin(), plane.end());
    }
    auto hidden = linear("value.hidden", pool(relu(convolve("value.conv", "value.norm", x))));
    for (double& v : hidden) v = std::max(v, 0.0);
    results = linear("value.out", hidden);
  }

 private:
  const std::vector<float>& values(const std::string& name) {
    return file_.tensors.at(name).values;
  }

  Planes convolve(const std::string& name, const std::string& norm, const Planes& in) {
    const Tensor& w = file_.tensors.at(name + ".weight");
    const int half = static_cast<int>(w.shape[2]) / 2;
    const int n = shape_.size;
    Planes out(static_cast<std::size_t>(w.shape[0]),
               std::vector<double>(static_cast<std::size_t>(shape_.squares())));
    for (std::size_t o = 0; o < out.size(); ++o) {
      for (int r = 0; r < n; ++r) {
        for (int f = 0; f < n; ++f) {
          double sum = norm.empty() ? values(name + ".bias")[o] : 0;
          std::size_t at = o * in.size() * static_cast<std::size_t>(w.shape[2] * w.shape[3]);
          for (const auto& plane : in) {
            for (int dr = -half; dr <= half; ++dr) {
              for (int df = -half; df <= half; ++df, ++at) {
                if (r + dr < 0 || r + dr >= n || f + df < 0 || f + df >= n) continue;
                sum += w.values[at] * plane[static_cast<std::size_t>((r + dr) * n + f + df)];
              }
            }
          }
          if (!norm.empty()) {
            sum = (sum - values(norm + ".running_mean")[o]) /
                      std::sqrt(values(norm + ".running_var")[o] + 1e-5) *
                      values(norm + ".weight")[o] +
                  values(norm + ".bias")[o];
          }
          out[o][static_cast<std::size_t>(r * n + f)] = sum;
        }
      }
    }
    return out;
  }
  static Planes relu(Planes planes) {
    for (auto& plane : planes) {
      for (double& v : plane) v = std::max(v, 0.0);
    }
    return planes;
  }
  static std::vector<double> pool(const Planes& planes) {
    std::vector<double> pooled;
    for (const auto& plane : planes) {
      double sum = 0;
      for (const double v : plane) sum += v;
      pooled.push_back(sum / static_cast<double>(plane.size()));
    }
    for (const auto& plane : planes)
      pooled.push_back(*std::max_element(plane.begin(), plane.end()));
    return pooled;
  }
  std::vector<double> linear(const std::string& name, const std::vector<double>& in) {
    const Tensor& w = file_.tensors.at(name + ".weight");
    std::vector<double> out;
    for (std::size_t o = 0; o < static_cast<std::size_t>(w.shape[0]); ++o) {
      double sum = values(name + ".bias")[o];
      for (std::size_t i = 0; i < in.size(); ++i) sum += w.values[o * in.size() + i] * in[i];
      out.push_back(sum);
    }
    return out;
  }

  TowerShape shape_;
  const TensorFile& file_;
};

std::vector<float> random_features(const TowerShape& shape, int boards) {
  RandomStream random(5, "features");
  std::vector<float> features;
  for (int i = 0; i < boards * shape.feature_count(); ++i) {
    features.push_back(random.below(3) == 0 ? 2 * random.uniform() - 1 : 0);
  }
  return features;
}

TowerShape shape_of(int size, int channels, int blocks, int pool_every) {
  TowerShape shape;
  shape.size = size;
  shape.feature_planes = 7;
  shape.policy_planes = 11;
  shape.channels = channels;
  shape.blocks = blocks;
  shape.pool_every = pool_every;
  return shape;
}

TEST(Tower, ComputesWhatItsDefinitionSays) {
  for (const TowerShape& shape :
       {shape_of(3, 8, 3, 2), shape_of(5, 20, 2, 1), shape_of(6, 9, 1, 0), shape_of(8, 4, 0, 3),
        shape_of(4, 33, 5, 3), shape_of(7, 6, 2, 1), shape_of(1, 2, 1, 1), shape_of(2, 4, 1, 0)}) {
    const TensorFile file = test::random_net(shape, 1);
    auto tower = Tower::read(file);
    ASSERT_TRUE(tower) << tower.error().reason;
    const int boards = 30;
    const auto features = random_features(shape, boards);
    std::vector<float> policy(static_cast<std::size_t>(boards * shape.policy_count()));
    std::vector<float> results(static_cast<std::size_t>(boards * Tower::kResults));
    tower->evaluate(boards, features.data(), policy.data(), results.data());
    NaiveTower naive(shape, file);
    for (const int board : {0, 1, 17, 29}) {
      std::vector<double> exact_policy;
      std::vector<double> exact_results;
      naive.evaluate(features.data() + board * shape.feature_count(), exact_policy, exact_results);
      for (int i = 0; i < shape.policy_count(); ++i) {
        ASSERT_NEAR(policy[static_cast<std::size_t>(board * shape.policy_count() + i)],
                    exact_policy[static_cast<std::size_t>(i)], 1e-4);
      }
      for (int i = 0; i < Tower::kResults; ++i) {
        ASSERT_NEAR(results[static_cast<std::size_t>(board * Tower::kResults + i)],
                    exact_results[static_cast<std::size_t>(i)], 1e-4);
      }
    }
  }
}

// Pitfall 14.
TEST(Tower, GivesEachBoardTheSameInAnyBatch) {
  const TowerShape shape = shape_of(5, 32, 3, 3);
  auto tower = *Tower::read(test::random_net(shape, 2));
  const auto features = random_features(shape, 64);
  const auto policies = static_cast<std::size_t>(shape.policy_count());
  std::vector<float> alone(64 * policies);
  std::vector<float> alone_results(64 * Tower::kResults);
  for (int i = 0; i < 64; ++i) {
    tower.evaluate(1, features.data() + i * shape.feature_count(),
                   alone.data() + i * shape.policy_count(),
                   alone_results.data() + i * Tower::kResults);
  }
  for (int boards = 1; boards <= 64; ++boards) {
    std::vector<float> policy(static_cast<std::size_t>(boards) * policies);
    std::vector<float> results(static_cast<std::size_t>(boards) * Tower::kResults);
    tower.evaluate(boards, features.data(), policy.data(), results.data());
    for (std::size_t i = 0; i < policy.size(); ++i) ASSERT_EQ(policy[i], alone[i]);
    for (std::size_t i = 0; i < results.size(); ++i) ASSERT_EQ(results[i], alone_results[i]);
  }
}

// ---- the perceptron ----

std::vector<double> linear(const TensorFile& file, const std::string& name,
                           const std::vector<double>& in) {
  const Tensor& weights = file.tensors.at(name + ".weight");
  std::vector<double> out;
  for (std::size_t o = 0; o < static_cast<std::size_t>(weights.shape[0]); ++o) {
    double sum = file.tensors.at(name + ".bias").values[o];
    for (std::size_t i = 0; i < in.size(); ++i) sum += weights.values[o * in.size() + i] * in[i];
    out.push_back(sum);
  }
  return out;
}
std::vector<double> relu(std::vector<double> numbers) {
  for (double& v : numbers) v = std::max(v, 0.0);
  return numbers;
}

TEST(Mlp, ComputesWhatItsDefinitionSaysInAnyBatch) {
  for (const MlpShape& shape :
       {MlpShape{19, 3, 3, 20, 2}, MlpShape{300, 6, 4, 64, 1}, MlpShape{1, 2, 2, 5, 0}}) {
    const TensorFile file = test::random_net(shape, 4, "toy");
    auto net = *Mlp::read(file);
    RandomStream random(1, "mlp");
    constexpr int kPositions = 40;
    std::vector<float> features;
    for (int i = 0; i < kPositions * shape.features; ++i) {
      features.push_back(2 * random.uniform() - 1);
    }
    std::vector<float> values(static_cast<std::size_t>(kPositions * shape.seats));
    net.evaluate(kPositions, features.data(), nullptr, values.data());
    for (int p = 0; p < kPositions; ++p) {
      const float* input = features.data() + p * shape.features;
      std::vector<double> x =
          relu(linear(file, "stem", std::vector<double>(input, input + shape.features)));
      for (int b = 0; b < shape.blocks; ++b) {
        const std::string name = "blocks." + std::to_string(b);
        const auto added = linear(file, name + ".second", relu(linear(file, name + ".first", x)));
        for (std::size_t i = 0; i < x.size(); ++i) x[i] = std::max(0.0, x[i] + added[i]);
      }
      x = linear(file, "values", x);
      std::vector<float> alone(static_cast<std::size_t>(shape.seats));
      net.evaluate(1, input, nullptr, alone.data());
      for (int seat = 0; seat < shape.seats; ++seat) {
        const float value = values[static_cast<std::size_t>(p * shape.seats + seat)];
        ASSERT_NEAR(value, x[static_cast<std::size_t>(seat)], 1e-4);
        ASSERT_EQ(value, alone[static_cast<std::size_t>(seat)]);
      }
    }
  }
}

// Of which this share is not zero.
std::vector<float> random_numbers(std::size_t count, RandomStream& random, double share = 1) {
  std::vector<float> list(count);
  for (float& x : list) {
    x = random.uniform() < share ? static_cast<float>(random.uniform() - 0.5) : 0;
  }
  return list;
}

TEST(Linear, PassingOverZerosChangesNoBit) {
  // Of outputs such as fill whole groups of blocks, and such as do not.
  for (const int outputs : {1, 16, 64, 100, 128}) {
    constexpr int kInputs = 77;
    constexpr int kColumns = 7;
    RandomStream random(5, "linear");
    const auto numbers = [&](int count, double share) {
      return random_numbers(static_cast<std::size_t>(count), random, share);
    };
    const Linear layer(outputs, kInputs, 1, numbers(outputs * kInputs, 1), numbers(outputs, 1));
    for (const double share : {0.0, 0.1, 1.0}) {
      const auto in = numbers(kColumns * kInputs, share);
      const auto added = numbers(kColumns * padded(outputs), 1);
      auto all = added;
      auto sparse = added;
      layer.apply(Taps::none(), {kColumns, in.data(), kInputs, all.data(), added.data(), true});
      layer.apply_sparse({kColumns, in.data(), kInputs, sparse.data(), added.data(), true});
      EXPECT_EQ(sparse, all);
    }
  }
}

// ---- Kernels ----

// The bits of all that the kernels of one width make of the same random layers and boards.
std::vector<std::uint32_t> results_of(const kernels::Kernels& kernels) {
  using namespace kernels;
  constexpr int kInputs = 19;
  constexpr int kTaps = 3;
  RandomStream random(8, "kernels");
  std::vector<std::uint32_t> results;
  const auto add = [&](const std::vector<float>& numbers) {
    for (const float x : numbers) results.push_back(std::bit_cast<std::uint32_t>(x));
  };
  for (int blocks = 1; blocks <= 9; ++blocks) {
    const auto outputs = static_cast<std::size_t>(blocks * kBlock);
    const auto weights = random_numbers(outputs * kInputs * kTaps, random);
    const auto bias = random_numbers(outputs, random);
    const auto in = random_numbers(kColumns * kTaps * kInputs, random);
    const auto added = random_numbers(kColumns * outputs, random);
    const Layer layer = {weights.data(), kBlock * kInputs * kTaps, bias.data(), kInputs, blocks};
    for (int columns = 1; columns <= kColumns; ++columns) {
      Tile tile;
      tile.columns = columns;
      tile.taps = 2;
      tile.tap[1] = 2;
      for (int c = 0; c < columns; ++c) {
        tile.out[c] = c * blocks * kBlock;
        for (int t = 0; t < tile.taps; ++t) tile.sources[t][c] = &in[(c * kTaps + t) * kInputs];
      }
      auto out = added;
      kernels.sum_tile(layer, tile, {out.data(), columns % 2 == 0 ? out.data() : nullptr, true});
      add(out);
    }
    const std::vector<int> which = {0, 3, 4, 11, 18};
    std::vector<float> out(outputs);
    const Layer one_tap = {weights.data(), kBlock * kInputs, bias.data(), kInputs, blocks};
    kernels.sum_listed(one_tap, {in.data(), which.data(), static_cast<int>(which.size()), 0},
                       {out.data(), added.data(), false});
    add(out);
  }
  for (int segment = 1; segment <= Filtering::kLongest; ++segment) {
    for (const int size : {segment, 2 * segment - 1}) {
      const Rows rows = {3, size, size > segment ? 2 : 1, 2 * kBlock};
      const auto stride = static_cast<std::size_t>(rows.stride);
      const auto squares = random_numbers(3 * static_cast<std::size_t>(size) * stride, random);
      const auto bias = random_numbers(stride, random);
      std::vector<float> points(3 * static_cast<std::size_t>(rows.segments * (segment + 2)) *
                                stride);
      kernels.spread[segment - 1](rows, squares.data(), points.data());
      add(points);
      auto out = squares;
      kernels.gather[segment - 1](rows, points.data(), bias.data(), {out.data(), out.data(), true});
      add(out);
    }
  }
  return results;
}

// A net plays the same game on every machine.
TEST(Kernels, AgreeInEveryBitAtEveryWidth) {
  if (&kernels::widest() == &kernels::baseline()) {
    GTEST_SKIP() << "this machine has no wider registers than the build is for";
  }
  EXPECT_EQ(results_of(kernels::baseline()), results_of(kernels::widest()));
}

TEST(Tower, RefusesWhatDoesNotFit) {
  const TowerShape shape = shape_of(4, 4, 1, 1);
  const auto reason = [](const TensorFile& file) {
    const auto tower = Tower::read(file);
    return tower ? "" : tower.error().reason;
  };
  TensorFile file = test::random_net(shape, 3);
  file.metadata.erase("channels");
  EXPECT_EQ(reason(file), "the net does not say its channels");
  file.metadata["channels"] = "many";
  EXPECT_THAT(reason(file), testing::StartsWith("channels: "));
  file.metadata["channels"] = "5";
  EXPECT_EQ(reason(file), "tensor 'stem.conv.weight' has the shape [4, 7, 3, 3], not [5, 7, 3, 3]");
  file.metadata["channels"] = "4";
  file.tensors.erase("blocks.0.pool.bias");
  EXPECT_EQ(reason(file), "the net has no tensor 'blocks.0.pool.bias'");
}

}  // namespace
}  // namespace clanhouse
