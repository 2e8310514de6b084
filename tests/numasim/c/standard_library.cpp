#include <algorithm>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

struct Named {
    std::string name;
    explicit Named(std::string text) : name(std::move(text)) { std::cout << "+" << name << "\n"; }
    ~Named() { std::cout << "-" << name << "\n"; }
};

static Named global("global");
static std::vector<int> numbers = {5, 3, 1, 4};

struct Base {
    virtual int twice(int x) { return x; }
    virtual ~Base() = default;
};
struct Derived : Base {
    int twice(int x) override { return 2 * x; }
};

static int deep(int n)
{
    Named named("frame " + std::to_string(n));
    if (n == 0)
        throw std::runtime_error("from below");
    return deep(n - 1) + 1;
}

int main()
{
    std::vector<int> many;
    std::map<std::string, int> sums;
    std::ostringstream text;
    std::unique_ptr<Base> object(new Derived);
    for (int i = 0; i < 50; i++)
        many.push_back(i * 37 % 101);
    std::sort(many.begin(), many.end());
    std::sort(numbers.begin(), numbers.end(), std::greater<int>());
    for (int number : many)
        sums["key" + std::to_string(number % 3)] += number;
    for (const auto &sum : sums)
        std::cout << sum.first << " = " << sum.second << "\n";
    std::function<int(int)> added = [&](int x) { return x + static_cast<int>(many.size()); };
    try {
        deep(3);
    } catch (const std::logic_error &) {
        std::cout << "wrong\n";
    } catch (const std::exception &error) {
        std::cout << error.what() << "\n";
    }
    text << 1.5 << " " << added(1) << " " << object->twice(21) << " " << numbers.front();
    std::cout << text.str() << std::endl;
    return static_cast<int>(sums.size());
}
