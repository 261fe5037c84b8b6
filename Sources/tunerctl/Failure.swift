import JSONCore
import RPCCore
import SystemCore

/// Why a command is not done.
enum Failure: Error, Equatable {
    case usage(UsageError)
    /// Neither a command nor an option.
    case nothingAsked
    case noAddress(UnixAddress.Fault, String)
    /// The daemon is looked for at a path.
    case unreachable(String, SystemError)
    case distrusted(Distrust)
    case disconnected(String)
    case garbled(String)
    case timedOut(String, Duration)
    case refused(RemoteError)
    /// No program of the daemon's name is beside this one, in a folder, or in the search path.
    case noProgram(String?)
    case noHome
    case endedAtStart(ProcessEnd, lastWords: String?, log: String)
    case slowStart(pid: Int32, Duration, log: String)
    case slowEnd(String, Duration)
    case system(SystemError)
    /// Nobody reads what is printed any more.
    case outputEnded

    /// Turns the fault of a command line into a failure.
    static func usage<Value>(_ body: () throws(UsageError) -> Value) throws(Failure) -> Value {
        do {
            return try body()
        } catch {
            throw .usage(error)
        }
    }

    /// Turns what the kernel refused into a failure.
    static func system<Value>(_ body: () throws(SystemError) -> Value) throws(Failure) -> Value {
        do {
            return try body()
        } catch {
            throw .system(error)
        }
    }

    /// How the program ends.
    var exitCode: ExitCode {
        switch self {
        case .outputEnded: .done
        case .usage, .nothingAsked, .noAddress, .noHome: .usage
        case .unreachable, .distrusted, .disconnected, .garbled, .noProgram, .endedAtStart: .noDaemon
        case .timedOut, .slowStart, .slowEnd: .timedOut
        case .refused(let error): error.namesWhatIsNotThere ? .notFound : .refused
        case .system: .refused
        }
    }
}

extension Failure {
    /// Says on standard error what went wrong.
    func tell(asJSON: Bool) {
        if let text = asJSON ? json : message {
            Output.complain(text)
        }
    }

    /// Whether who asked if the daemon is there is told that it is not: nobody answers there as a daemon does that serves.
    var meansDaemonIsDown: Bool {
        switch self {
        case .unreachable, .distrusted, .disconnected, .garbled, .timedOut, .refused: true
        default: false
        }
    }

    /// What is said of it to a person; nothing where nobody listens.
    private var message: String? {
        switch self {
        case .outputEnded: nil
        case .nothingAsked: Help.text
        // The daemon's own sentence, as it says it.
        case .refused(let error): "\(error.message.shownWhole)\n"
        default: "tunerctl: \(sentence)\n"
        }
    }

    /// What is said of it to a program: the daemon's error where it is one.
    private var json: String? {
        guard case .refused(let error) = self else { return message }
        let members: JSONObject = ["code": .integer(error.code), "message": .string(error.message), "data": error.data]
        return "\(JSONText.compact(.object(members)).escapedForTerminals)\n"
    }

    private var sentence: String {
        switch self {
        case .usage(let error): error.description
        case .nothingAsked, .refused, .outputEnded: ""
        case .noAddress(let fault, let path): fault.sentence(about: path)
        case .unreachable(let path, let error) where error.errno.meansNobodyListens:
            "no daemon answers at \(path.shownWhole); start one with: tunerctl start"
        case .unreachable(let path, let error):
            "the daemon cannot be reached at \(path.shownWhole): \(error.errno) (\(error.errno.name))"
        case .distrusted(let distrust): distrust.description
        case .disconnected(let path):
            "the daemon at \(path.shownWhole) has ended the connection; is it still there? Ask with: tunerctl ping"
        case .garbled(let path): "what answers at \(path.shownWhole) is no tunerd; name its socket with --socket"
        case .timedOut(let path, let limit):
            "the daemon at \(path.shownWhole) has not answered within \(limit.seconds); --timeout gives it longer"
        case .noProgram(let folder):
            "there is no program tunerd\(folder.map { " in \($0.shownWhole)" } ?? ""), nor in $PATH"
        case .noHome: "neither $XDG_STATE_HOME nor $HOME says where the state is kept; name a folder with --state"
        case .endedAtStart(let end, let words, let log):
            "tunerd has ended at once (\(end.words))\(words.map { ": \($0.shownWhole)" } ?? ""); its log is \(log.shownWhole)"
        case .slowStart(let pid, let limit, let log):
            "tunerd runs with pid \(pid) but has not answered within \(limit.seconds); its log is \(log.shownWhole)"
        case .slowEnd(let path, let limit):
            "the daemon at \(path.shownWhole) is to end, but is still there after \(limit.seconds)"
        case .system(let error): error.description.shownWhole
        }
    }
}

extension Errno {
    /// Nobody has a socket there, or nobody any more.
    var meansNobodyListens: Bool { self == .noSuchFile || self == .connectionRefused }
}

extension RemoteError {
    /// Whether the daemon does not know what the call named.
    fileprivate var namesWhatIsNotThere: Bool {
        switch kind {
        case "unknownKey", "unknownFlag", "unknownLayer", "unknownWorld": true
        default: false
        }
    }
}

extension ProcessEnd {
    fileprivate var words: String {
        switch self {
        case .exited(let code): "exit code \(code)"
        case .killed(let signal): "signal \(signal.number)"
        }
    }
}
