import Foundation
import JSONCore

/// A benchmark that reads a whole file into a tree, compared with Foundation's JSONSerialization.
struct TreeBenchmark {
    private let data: Data
    private let bytes: [UInt8]

    init(_ data: Data) {
        self.data = data
        bytes = [UInt8](data)
    }

    func row(named name: String) throws -> String {
        let rounds = try Rounds(
            ours: { try Rounds.seconds { _ = try JSON.parse(bytes.span) } },
            peer: { try Rounds.seconds { _ = try JSONSerialization.jsonObject(with: data) } }
        )
        let size = Double(bytes.count) / 1e6
        return name.padded(26) + String(format: "%.0f", size / rounds.ours).padded(12)
            + String(format: "%.0f", size / rounds.peers).padded(12) + rounds.ratio
    }
}
