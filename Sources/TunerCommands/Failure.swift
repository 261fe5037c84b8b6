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
    /// A key's value was waited for, and is still another, or there is none.
    case notSo(String, JSON?, Duration)
    /// A program that a command was to run.
    case notStarted(String, Errno)
    /// A person's editor, which is left so when nothing is to be stored.
    case editorFailed(String, ProcessEnd)
    /// A value cannot be a variable of the environment.
    case noVariable(VariableFault)
    case system(SystemError)
    /// A file that was to be checked.
    case unreadable(SystemError)
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
    static func system<Value: ~Copyable>(_ body: () throws(SystemError) -> Value) throws(Failure) -> Value {
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
        case .usage, .nothingAsked, .noAddress, .noHome, .unreadable: .usage
        case .unreachable, .distrusted, .disconnected, .garbled, .noProgram, .endedAtStart: .noDaemon
        case .timedOut, .slowStart, .slowEnd, .notSo: .timedOut
        case .refused(let error): error.namesWhatIsNotThere ? .notFound : .refused
        case .notStarted(_, let error): error == .noSuchFile ? .noProgram : .notRunnable
        case .system, .noVariable, .editorFailed: .refused
        }
    }
}

extension Failure {
    /// Says on standard error what went wrong, and in which line of what was read.
    func tell(asJSON: Bool, line: Int? = nil) {
        if let text = asJSON ? json : message(line.map { "line \($0): " } ?? "") {
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
    private func message(_ place: String = "") -> String? {
        switch self {
        case .outputEnded: nil
        case .nothingAsked: Help.text
        // The daemon's own sentences, as it says them.
        case .refused(let error): error.sentences.map { "\(place)\($0.shownWhole)\n" }.joined()
        default: "tunerctl: \(place)\(sentence)\n"
        }
    }

    /// What is said of it to a program: the daemon's error where it is one.
    private var json: String? {
        guard case .refused(let error) = self else { return message() }
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
            "the daemon at \(path.shownWhole) has not answered within \(limit.inSeconds); --timeout gives it longer"
        case .noProgram(let folder):
            "there is no program tunerd\(folder.map { " in \($0.shownWhole)" } ?? ""), nor in $PATH"
        case .noHome: "neither $XDG_STATE_HOME nor $HOME says where the state is kept; name a folder with --state"
        case .endedAtStart(let end, let words, let log):
            "tunerd has ended at once (\(end.words))\(words.map { ": \($0.shownWhole)" } ?? ""); its log is \(log.shownWhole)"
        case .slowStart(let pid, let limit, let log):
            "tunerd runs with pid \(pid) but has not answered within \(limit.inSeconds); its log is \(log.shownWhole)"
        case .slowEnd(let path, let limit):
            "the daemon at \(path.shownWhole) is to end, but is still there after \(limit.inSeconds)"
        case .notSo(let key, let value?, let limit):
            "\(key.shownWhole) is still \(ValueText.short(value)) after \(limit.inSeconds)"
        case .notSo(let key, nil, let limit): "there is still no \(key.shownWhole) after \(limit.inSeconds)"
        case .notStarted(let program, .noSuchFile): "there is no program \(program.shownWhole)"
        case .notStarted(let program, let error):
            "\(program.shownWhole) cannot be run: \(error) (\(error.name))"
        case .editorFailed(let editor, let end):
            "the editor \(editor.shownWhole) has ended with \(end.words); nothing was stored"
        case .noVariable(let fault): fault.description
        case .system(let error), .unreadable(let error): error.description.shownWhole
        }
    }
}

extension RemoteError {
    /// What is wrong: every fault where there are several.
    fileprivate var sentences: [String] {
        guard case .object(let facts) = data, case .array(let faults)? = facts["faults"], faults.count > 1 else {
            return [message]
        }
        var sentences: [String] = []
        for case .object(let fault) in faults {
            guard case .string(let sentence)? = fault["message"] else { return [message] }
            // Where all are about one key, its name stands beside them.
            if fault["key"] == nil, case .string(let key)? = facts["key"] {
                sentences.append("\(key): \(sentence)")
            } else {
                sentences.append(sentence)
            }
        }
        // A layer's own schema and a declaration may say the same.
        var seen: Set<String> = []
        return sentences.filter { seen.insert($0).inserted }
    }

    /// Whether the daemon does not know what the call named.
    fileprivate var namesWhatIsNotThere: Bool {
        switch kind {
        case "unknownKey", "unknownFlag", "unknownLayer", "unknownWorld": true
        default: false
        }
    }
}

extension ProcessEnd {
    /// How it ended, as a sentence says it.
    var words: String {
        switch self {
        case .exited(let code): "exit code \(code)"
        case .killed(let signal): "signal \(signal.number)"
        }
    }
}
