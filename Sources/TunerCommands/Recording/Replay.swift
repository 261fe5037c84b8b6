import ConsoleCore
import JSONCore
import RPCCore
import SystemCore
import TunerAPI

/// The commits of a recording, each of which is made when it is due.
final class Replay: Companion {
    /// Makes calls on the connection of the replay; throws if the connection or its world has ended.
    typealias Calls = ((DaemonConnection) throws(Failure) -> Void) throws(Failure) -> Void

    private let commits: [Recording.Commit]
    private let options: ReplayOptions
    private let calls: Calls
    private let note: (String) -> Void
    private let start = Kernel.monotonicTime()
    private var next = 0
    /// The number of commits that were refused, also in part.
    private(set) var refused = 0
    /// The reason for which the replay has ended early.
    private(set) var failure: Failure?

    init(
        _ recording: Recording,
        _ options: ReplayOptions,
        note: @escaping (String) -> Void,
        calls: @escaping Calls
    ) {
        (commits, self.options, self.note, self.calls) = (recording.commits, options, note, calls)
    }

    /// The number of commits that were made so far.
    var made: Int { next - refused }

    var deadline: MonotonicTime? {
        guard failure == nil, next < commits.count else { return nil }
        return start + options.speed.time(of: commits[next])
    }

    var hasFailed: Bool { failure != nil }

    /// Makes the next commit if it is due, and notices if the world has ended.
    func advance() {
        guard failure == nil else { return }
        do throws(Failure) {
            guard let deadline, deadline <= Kernel.monotonicTime() else {
                return try calls { (_) throws(Failure) in }
            }
            next += 1
            try calls { (connection) throws(Failure) in try make(commits[next - 1], on: connection) }
        } catch .refused(let error) {
            refused += 1
            let sentences = error.sentences.map(\.shownWhole).joined(separator: "; ")
            note("tunerctl: line \(commits[next - 1].line): \(sentences)\n")
            if options.isStrict { failure = .refused(error) }
        } catch {
            failure = error
        }
    }

    /// Stores the values and the overrides of a commit, and resets the keys and the flags that have none any more.
    private func make(_ commit: Recording.Commit, on connection: DaemonConnection) throws(Failure) {
        var parameters = UpdateParameters()
        for change in commit.changes { parameters.values[change.key] = change.value }
        if !parameters.values.isEmpty { _ = try connection.callInPieces(API.Tunables.update, parameters) }
        for change in commit.changes where change.value == nil {
            do throws(Failure) {
                _ = try connection.call(plainly: API.Tunables.reset, ["key": .string(change.key)])
            } catch .refused(let error) where error.kind == ErrorKind.unknownKey.rawValue {
                // The key has no value already.
            }
        }
        for flag in commit.overrides {
            if let override = flag.override {
                try override.set(flag.key, on: connection)
            } else {
                _ = try connection.call(plainly: API.Flags.reset, ["key": .string(flag.key)])
            }
        }
    }
}

@available(*, unavailable)
extension Replay: Sendable {}
