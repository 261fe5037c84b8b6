// Follows a value in a terminal:
//
//     c++ -std=c++17 follow.cpp $(pkg-config --cflags --libs tuner) -o follow && ./follow
//     tunerctl set demo.width 20
//
// With a number, the program ends after so many lines.
#include <condition_variable>
#include <iostream>
#include <memory>
#include <mutex>
#include <string>
#include <tuner.h>

struct Free {
    void operator()(tuner_client *tuner) const { tuner_free(tuner); }
};

class Screen {
public:
    explicit Screen(tuner_value *width) : width(width) {
        draw();
        // The callback runs on the thread of the client.
        tuner_on_change(width, [](tuner_value *, void *screen) { static_cast<Screen *>(screen)->draw(); }, this);
    }

    void wait(int most) {
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return lines == most; });
    }

private:
    void draw() {
        std::lock_guard lock(mutex);
        auto count = tuner_read_integer(width);
        std::cout << std::string(count, '*') << ' ' << count << std::endl;
        lines++;
        changed.notify_all();
    }

    tuner_value *width;
    std::mutex mutex;
    std::condition_variable changed;
    int lines = 0;
};

int main(int argc, char **argv) {
    std::unique_ptr<tuner_client, Free> tuner(tuner_new(nullptr));
    tuner_spec spec{};
    spec.max = 60;
    Screen screen(tuner_integer(tuner.get(), "demo.width", 10, &spec));
    screen.wait(argc > 1 ? std::stoi(argv[1]) : -1);
    tuner.reset();
}
