#include "agents/net/shared_network.h"

#include <algorithm>
#include <exception>
#include <utility>

namespace clanhouse {

class SharedNetwork::Seat : public Network {
 public:
  enum class State { kWorking, kWaiting, kAway };

  explicit Seat(std::shared_ptr<SharedNetwork> shared) : shared_(std::move(shared)) {
    shared_->enter(*this);
  }
  ~Seat() override { shared_->leave(*this); }
  Seat(const Seat&) = delete;
  Seat& operator=(const Seat&) = delete;

  int feature_count() const override { return shared_->net_->feature_count(); }
  int policy_count() const override { return shared_->net_->policy_count(); }
  int value_count() const override { return shared_->net_->value_count(); }
  ValueKind value_kind() const override { return shared_->net_->value_kind(); }
  void evaluate(int positions, const float* features, float* policy, float* values) override;

  // Whoever holds the mutex may ask and set this.
  State state = State::kWorking;

 private:
  std::shared_ptr<SharedNetwork> shared_;
};

struct SharedNetwork::Request {
  Seat* seat;
  int positions;
  const float* features;
  float* policy;
  float* values;
  bool done = false;
  std::exception_ptr error;
};

void SharedNetwork::Seat::evaluate(int positions, const float* features, float* policy,
                                   float* values) {
  Request request{this, positions, features, policy, values, false, nullptr};
  shared_->answer(request);
}

SharedNetwork::SharedNetwork(std::unique_ptr<Network> net, const SharedNetworkOptions& options)
    : options_(options), net_(std::move(net)) {}

std::unique_ptr<Network> SharedNetwork::join(std::shared_ptr<SharedNetwork> net) {
  return std::make_unique<Seat>(std::move(net));
}

void SharedNetwork::enter(Seat& seat) {
  const std::lock_guard lock(mutex_);
  seats_.push_back(&seat);
  ++working_;
}

void SharedNetwork::leave(Seat& seat) {
  const std::lock_guard lock(mutex_);
  std::erase(seats_, &seat);
  if (seat.state == Seat::State::kWorking) --working_;
  changed_.notify_all();
}

void SharedNetwork::answer(Request& request) {
  std::unique_lock lock(mutex_);
  if (request.seat->state == Seat::State::kWorking) --working_;
  request.seat->state = Seat::State::kWaiting;
  open_.push_back(&request);
  positions_ += request.positions;
  extend_deadline();
  while (!request.done) {
    if (busy_) {
      changed_.wait(lock);
    } else if (complete()) {
      // Ours is among them: what is neither open nor done is being evaluated.
      run_batch(lock);
    } else if (std::chrono::steady_clock::now() < deadline_) {
      changed_.wait_until(lock, deadline_);
    } else {
      for (Seat* seat : seats_) {
        if (seat->state == Seat::State::kWorking) seat->state = Seat::State::kAway;
      }
      working_ = 0;
    }
  }
  if (request.error) std::rethrow_exception(request.error);
}

void SharedNetwork::run_batch(std::unique_lock<std::mutex>& lock) {
  const std::vector<Request*> batch = std::exchange(open_, {});
  positions_ = 0;
  busy_ = true;
  lock.unlock();
  std::exception_ptr error;
  try {
    evaluate(batch);
  } catch (...) {
    error = std::current_exception();
  }
  lock.lock();
  busy_ = false;
  for (Request* request : batch) {
    request->seat->state = Seat::State::kWorking;
    ++working_;
    request->error = error;
    request->done = true;
  }
  extend_deadline();
  changed_.notify_all();
}

void SharedNetwork::evaluate(const std::vector<Request*>& batch) {
  if (batch.size() == 1) {
    const Request& only = *batch.front();
    net_->evaluate(only.positions, only.features, only.policy, only.values);
    return;
  }
  const auto count = [](int positions, int numbers) {
    return static_cast<std::size_t>(positions) * static_cast<std::size_t>(numbers);
  };
  int positions = 0;
  for (const Request* request : batch) positions += request->positions;
  features_.resize(count(positions, net_->feature_count()));
  policy_.resize(count(positions, net_->policy_count()));
  values_.resize(count(positions, net_->value_count()));
  auto to = features_.begin();
  for (const Request* request : batch) {
    to = std::copy_n(request->features, count(request->positions, net_->feature_count()), to);
  }
  net_->evaluate(positions, features_.data(), policy_.data(), values_.data());
  auto policy = policy_.cbegin();
  auto values = values_.cbegin();
  for (const Request* request : batch) {
    const auto policies =
        static_cast<std::ptrdiff_t>(count(request->positions, net_->policy_count()));
    const auto numbers =
        static_cast<std::ptrdiff_t>(count(request->positions, net_->value_count()));
    std::copy_n(policy, policies, request->policy);
    std::copy_n(values, numbers, request->values);
    policy += policies;
    values += numbers;
  }
}

}  // namespace clanhouse
