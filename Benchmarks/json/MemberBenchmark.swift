import Foundation
import JSONCore

/// A benchmark that checks one message and finds its method, its id and two parameters.
struct MemberBenchmark: Sendable {
    static let message = Array(
        #"{"jsonrpc":"2.0","id":12345,"method":"tunables.get","params":{"key":"ui.cornerRadius","default":3.5}}"#.utf8
    )
    private static let repetitions = 200_000

    let name: String
    let nanoseconds: @Sendable () -> Double

    static let all = [
        MemberBenchmark(name: "check only") { measure { text in try JSON.check(text).range.count } },
        MemberBenchmark(name: "check, then walk") { measure { text in try walk(text) } },
        MemberBenchmark(name: "fields noted on the way") {
            var checker = JSONStreamChecker(depthLimit: 128, noting: Noted.message)
            return measure { text in try noted(&checker, text, parameters: found) }
        },
        MemberBenchmark(name: "and read as a record") {
            var checker = JSONStreamChecker(depthLimit: 128, noting: Noted.message)
            return measure { text in try noted(&checker, text, parameters: read) }
        },
    ]

    func row(against peer: SimdjsonMembers?) -> String {
        guard let peer else {
            return name.padded(26) + String(format: "%.0f", nanoseconds())
        }
        let rounds = Rounds(
            ours: nanoseconds,
            peer: { peer.nanoseconds(MemberBenchmark.message, repetitions: MemberBenchmark.repetitions) }
        )
        return name.padded(26) + String(format: "%.0f", rounds.ours).padded(12)
            + String(format: "%.0f", rounds.peers).padded(12) + rounds.share
    }

    private static func measure(_ read: (Span<UInt8>) throws -> Int) -> Double {
        let text = message.span
        var sum = 0
        let seconds = Rounds.seconds {
            for _ in 0..<repetitions {
                sum &+= (try? read(text)) ?? 0
            }
        }
        precondition(sum != 0)
        return seconds * 1e9 / Double(repetitions)
    }

    private static func walk(_ text: Span<UInt8>) throws -> Int {
        var sum = 0
        var members = JSONMembers(of: try JSON.check(text))
        while let (name, value) = members.next(in: text) {
            if name.isString("method", in: text) {
                sum &+= value.string(in: text)?.utf8.count ?? 0
            } else if name.isString("id", in: text) {
                sum &+= Int(value.integer(in: text) ?? 0)
            } else if name.isString("params", in: text) {
                var parameters = JSONMembers(of: value)
                while let (name, value) = parameters.next(in: text) {
                    if name.isString("key", in: text) {
                        sum &+= value.string(in: text)?.utf8.count ?? 0
                    } else if name.isString("default", in: text) {
                        sum &+= Int(value.double(in: text) ?? 0)
                    }
                }
            }
        }
        precondition(sum == 12_345 + 12 + 15 + 3)
        return sum
    }

    private struct Parameters: JSONRecord {
        static let fields = JSONFieldTable<Parameters>([
            .required("key", \.key, "A key."), .optional("default", \.fallback, "A number."),
        ])

        var key = ""
        var fallback: Double?
    }

    private enum Noted {
        static let message = JSONFieldNames(["jsonrpc", "id", "method", "params"])
        static let params = JSONFieldNames(["key", "default"])
    }

    private static func found(_ range: JSONRange, _ text: Span<UInt8>) -> Int {
        let parameters = Noted.params.find(in: range, text)
        let length = parameters.range(0)?.string(in: text)?.utf8.count ?? 0
        return length &+ Int(parameters.range(1)?.double(in: text) ?? 0)
    }

    private static func read(_ range: JSONRange, _ text: Span<UInt8>) throws -> Int {
        let parameters = try Parameters(members: range, in: text)
        return parameters.key.utf8.count &+ Int(parameters.fallback ?? 0)
    }

    private static func noted(
        _ checker: inout JSONStreamChecker,
        _ text: Span<UInt8>,
        parameters: (JSONRange, Span<UInt8>) throws -> Int
    ) throws -> Int {
        checker.begin(at: 0)
        _ = try checker.advance(in: text, isWhole: false)
        var sum = checker.range(2)?.string(in: text)?.utf8.count ?? 0
        sum &+= Int(checker.range(1)?.integer(in: text) ?? 0)
        guard let range = checker.range(3) else { return 0 }
        sum &+= try parameters(range, text)
        precondition(sum == 12_345 + 12 + 15 + 3)
        return sum
    }
}
