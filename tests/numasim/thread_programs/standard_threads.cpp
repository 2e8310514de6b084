// std::thread, mutexes, conditions, atomics, futures, thread-local objects, and a static local variable.
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <future>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

struct Counted {
    static std::atomic<int> destroyed;
    int value = 1;
    ~Counted() { destroyed += value; }
};
std::atomic<int> Counted::destroyed{0};
thread_local Counted counted;

static int &slow()
{
    static int value = [] { return std::printf("once\n"); }();
    return value;
}

int main()
{
    std::mutex lock;
    std::condition_variable changed;
    std::vector<int> queue, got;
    std::once_flag once;
    bool done = false;
    int calls = 0;
    std::thread consumer([&] {
        for (;;) {
            std::unique_lock<std::mutex> hold(lock);
            changed.wait(hold, [&] { return done || !queue.empty(); });
            if (queue.empty())
                return;
            got.push_back(queue.back());
            queue.pop_back();
        }
    });
    std::vector<std::thread> producers;
    for (int p = 0; p < 2; p++)
        producers.emplace_back([&, p] {
            std::call_once(once, [&] { calls++; });
            for (int i = 0; i < 40; i++) {
                std::lock_guard<std::mutex> hold(lock);
                queue.push_back(100 * p + i);
                counted.value = slow();
                changed.notify_one();
            }
        });
    for (auto &each : producers)
        each.join();
    {
        std::lock_guard<std::mutex> hold(lock);
        done = true;
    }
    changed.notify_all();
    consumer.join();
    auto failing = std::async(std::launch::async, [](int x) -> int { throw std::runtime_error("asked for"); return x; }, 1);
    try {
        failing.get();
    } catch (const std::exception &error) {
        std::printf("%s\n", error.what());
    }
    std::printf("%zu %d %d %d\n", got.size(), std::accumulate(got.begin(), got.end(), 0), calls,
                Counted::destroyed.load());
    return got.size() == 80 ? 0 : 1;
}
