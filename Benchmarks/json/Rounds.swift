import Foundation

/// A benchmark of two implementations in turn.
///
/// Only a ratio within one round is meaningful.
struct Rounds {
    static let count = 15

    let ours: Double
    let peers: Double
    let ratios: [Double]

    /// Each closure returns the time of one repetition.
    init(ours: () throws -> Double, peer: () throws -> Double) rethrows {
        var samples: [(ours: Double, peer: Double)] = []
        for _ in 0..<Rounds.count {
            samples.append((try ours(), try peer()))
        }
        self.ours = Rounds.median(samples.map(\.ours))
        self.peers = Rounds.median(samples.map(\.peer))
        ratios = samples.map { $0.peer / $0.ours }.sorted()
    }

    /// The median ratio and its quartiles.
    var ratio: String {
        let low = ratios[ratios.count / 4]
        let high = ratios[ratios.count * 3 / 4]
        return String(format: "%.2f (%.2f to %.2f)", ratios[ratios.count / 2], low, high)
    }

    /// The inverse ratio: our time divided by the peer's time.
    var share: String {
        let turned = ratios.map { 1 / $0 }.sorted()
        return String(
            format: "%.2f (%.2f to %.2f)",
            turned[turned.count / 2],
            turned[turned.count / 4],
            turned[turned.count * 3 / 4]
        )
    }

    static func median(_ values: [Double]) -> Double {
        values.sorted()[values.count / 2]
    }

    /// Returns the seconds that some work takes.
    static func seconds(_ work: () throws -> Void) rethrows -> Double {
        let clock = ContinuousClock()
        let duration = try clock.measure(work)
        return Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
    }
}

extension String {
    func padded(_ width: Int) -> String {
        padding(toLength: max(width, count + 1), withPad: " ", startingAt: 0)
    }
}
