// simdjson's on-demand reader, which the benchmark compares with JSONMembers on the same message in the same run.
#include <chrono>
#include <cstring>
#include <simdjson.h>

extern "C" double simdjson_members_nanoseconds(const char *text, size_t count, int repetitions) {
    static simdjson::ondemand::parser parser;
    simdjson::padded_string message(text, count);
    uint64_t sum = 0;
    auto start = std::chrono::steady_clock::now();
    for (int repetition = 0; repetition < repetitions; repetition++) {
        simdjson::ondemand::document document = parser.iterate(message);
        simdjson::ondemand::object object = document.get_object();
        for (auto field : object) {
            std::string_view name = field.unescaped_key();
            if (name == "method") {
                sum += std::string_view(field.value()).size();
            } else if (name == "id") {
                sum += int64_t(field.value());
            } else if (name == "params") {
                simdjson::ondemand::object parameters = field.value();
                for (auto parameter : parameters) {
                    std::string_view parameterName = parameter.unescaped_key();
                    if (parameterName == "key") {
                        sum += std::string_view(parameter.value()).size();
                    } else if (parameterName == "default") {
                        sum += uint64_t(double(parameter.value()));
                    }
                }
            }
        }
    }
    std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - start;
    return sum == uint64_t(repetitions) * (12345 + 12 + 15 + 3) ? time.count() / repetitions : -1;
}
