import ConsoleCore
import JSONCore
import SystemCore
import TunerAPI

/// What a program has done with a change that `--wait-applied` waited for.
struct AppliedOutcome {
    enum Kind {
        case applied(milliseconds: Double)
        case refused
        /// The program has not reported within the time.
        case late(Duration)
        /// The connection of the program has ended.
        case gone
        /// Nobody waits for the program: it does not report, or is in a world.
        case ignored
    }

    let program: SubscriberRecord
    let kind: Kind

    init(_ program: SubscriberRecord, _ kind: Kind) { (self.program, self.kind) = (program, kind) }

    var exitCode: ExitCode {
        switch kind {
        case .applied, .ignored: .done
        case .refused: .refused
        case .late, .gone: .timedOut
        }
    }

    /// The outcome as a line for people.
    var line: String {
        let name = AppliedText.name(of: program)
        return switch kind {
        case .applied(let time): "\(name) applied the change after \(AppliedText.milliseconds(time))"
        case .refused: "\(name) refuses \(AppliedText.refusals(program).joined(separator: "; "))"
        case .late(let limit): "\(name) \(unread) within \(limit.inSeconds)"
        case .gone: "\(name) has disconnected"
        case .ignored: "\(name) is not waited for"
        }
    }

    private var unread: String {
        let keys = program.unread ?? []
        return keys.isEmpty ? "has not reported" : "has not read \(keys.map(\.shownWhole).joined(separator: ", "))"
    }

    /// The outcome for scripts.
    var json: JSON {
        var object: JSONObject = ["client": .string(program.client), "pid": .integer(program.pid)]
        switch kind {
        case .applied(let time):
            object["state"] = "applied"
            object["took"] = .double(time)
        case .refused:
            object["state"] = "refused"
            object["refused"] = .array((program.refused ?? []).map { JSON($0) })
        case .late:
            object["state"] = "waiting"
            object["unread"] = program.unread.map { .array($0.map(JSON.string)) }
        case .gone: object["state"] = "gone"
        case .ignored:
            object["state"] = program.world == nil ? "unknown" : "world"
        }
        return .object(object)
    }
}
