// One net for many threads, for a device that is fast on large batches alone.
//
//   const auto shared = std::make_shared<SharedNetwork>(std::move(net));
//   const auto mine = SharedNetwork::join(shared);  // in each thread
//   mine->evaluate(...);
//
// A call waits until every thread that has joined waits too, or `enough` positions have come
// together; one of the waiting threads then evaluates the positions of all. A thread leaves by
// destroying what join() gave it. One that does not ask for a while (it pauses, say) is no longer
// waited for until it asks again, so that nobody can keep the others for longer than `patience`.
#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <vector>

#include "agents/net/network.h"

namespace clanhouse {

struct SharedNetworkOptions {
  int enough = 4096;
  std::chrono::milliseconds patience{20};
};

class SharedNetwork {
 public:
  explicit SharedNetwork(std::unique_ptr<Network> net, const SharedNetworkOptions& options = {});

  // For one thread. May outlive all other owners of the shared net.
  static std::unique_ptr<Network> join(std::shared_ptr<SharedNetwork> net);

 private:
  class Seat;
  struct Request;

  void enter(Seat& seat);
  void leave(Seat& seat);
  // Returns when the request has been answered; throws what the net threw.
  void answer(Request& request);
  bool complete() const { return !open_.empty() && (working_ == 0 || positions_ >= enough()); }
  int enough() const { return options_.enough; }
  // Evaluates what is open.
  void run_batch(std::unique_lock<std::mutex>& lock);
  void evaluate(const std::vector<Request*>& batch);
  void extend_deadline() { deadline_ = std::chrono::steady_clock::now() + options_.patience; }

  const SharedNetworkOptions options_;
  std::unique_ptr<Network> net_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Seat*> seats_;
  int working_ = 0;             // seats that are waited for
  bool busy_ = false;           // the net evaluates
  std::vector<Request*> open_;  // the next batch
  int positions_ = 0;           // in it
  std::chrono::steady_clock::time_point deadline_;

  // Working memory of whoever evaluates.
  std::vector<float> features_;
  std::vector<float> policy_;
  std::vector<float> values_;
};

}  // namespace clanhouse
