import Observation
import TunerClient

/// Values of several kinds that are all read in each frame.
struct Frame {
    /// Plain properties, as in a program without a tuner.
    private final class Plain {
        var number = 12.0
        var text = "a text that is too long to fit in a word"
    }

    /// Observable properties.
    @Observable
    final class Observed {
        var number = 12.0
    }

    /// Tunables.
    final class Tuned {
        @Tunable var number: Double
        @Tunable var text: String

        init(_ number: Int, _ text: String, on tuner: Tuner) {
            _number = Tunable("number.n\(number)", default: 12, in: 0...40, on: tuner)
            _text = Tunable("text.n\(number)", default: text, on: tuner)
        }
    }

    private let plain: [Plain]
    private let observed: [Observed]
    private let tuned: [Tuned]

    init(values count: Int, on tuner: Tuner) {
        plain = (0..<count).map { _ in Plain() }
        observed = (0..<count).map { _ in Observed() }
        let text = Plain().text
        tuned = (0..<count).map { Tuned($0, text, on: tuner) }
    }

    func plainNumbers() -> Double {
        var sum = 0.0
        for one in plain { sum += one.number }
        return sum
    }

    func observableNumbers() -> Double {
        var sum = 0.0
        for one in observed { sum += one.number }
        return sum
    }

    func unobservedNumbers() -> Double {
        var sum = 0.0
        for one in tuned { sum += one.$number.unobserved }
        return sum
    }

    func numbers() -> Double {
        var sum = 0.0
        for one in tuned { sum += one.number }
        return sum
    }

    func plainTexts() -> Double {
        var sum = 0
        for one in plain { sum += one.text.utf8.count }
        return Double(sum)
    }

    func texts() -> Double {
        var sum = 0
        for one in tuned { sum += one.text.utf8.count }
        return Double(sum)
    }
}
