import ConsoleCore
import JSONCore
import OptionCore
import RPCCore
import SystemCore
import TunerAPI

/// The reason for which a command failed.
enum Failure: Error, Equatable {
    case usage(UsageError)
    /// The command line has neither a command nor an option.
    case emptyCommandLine
    case noAddress(UnixAddress.Fault, String)
    /// No connection to the daemon at this socket.
    case unreachable(DaemonSocket, SystemError)
    case distrusted(TrustFault)
    case disconnected(DaemonSocket)
    /// The daemon has acknowledged a change, and the connection was lost during a wait after it.
    case disconnectedAfterChange(DaemonSocket)
    case garbled(String)
    /// The daemon at this path speaks this version of the protocol.
    case otherProtocol(String, Int64)
    case timedOut(String, Duration)
    /// The daemon at this path has not responded in time to a call that changes the state.
    case unconfirmedChange(String, Duration)
    case refused(RemoteError)
    /// The command changes the shared state, and this process is in a world.
    case onlyShared
    /// No such program beside tunerctl, in the given directory, or in `$PATH`.
    case noProgram(ServiceProgram, String?)
    case noHome
    case endedAtStart(ServiceProgram, ProcessEnd, lastWords: String?, log: String)
    case slowStart(ServiceProgram, pid: Int32, Duration, log: String)
    case slowEnd(String, Duration)
    /// No gateway serves.
    case noGateway
    case slowGatewayEnd(pid: Int32, Duration)
    /// Another program has the port of the gateway, as its last line says.
    case portInUse(lastWords: String?, log: String)
    /// A wait for a value timed out; the value is nil if the key has none.
    case conditionNotMet(String, JSON?, Duration)
    /// The program that a command runs could not start.
    case notStarted(String, Errno)
    /// The editor exited with an error, which is also the way to store nothing (`:cq` in Vim).
    case editorFailed(String, ProcessEnd)
    /// A value cannot become an environment variable.
    case noVariable(VariableFault)
    /// A measurement, by its name, has no number.
    case noMeasurement(String, MeasurementFault)
    /// The first measurement of a search, that of the present values, has failed with this sentence.
    case noFirstMeasurement(String)
    /// None of so many measurements of a search has a number that the guard accepts.
    case noAcceptedValues(Int)
    /// Other clients have changed these keys of a search on the shared values.
    case keysTaken([String])
    /// Other clients have ended a search on the shared values, as the sentence says.
    case searchEnded(String)
    /// A revision that the history does not have.
    case history(HistoryFault)
    /// A search that has no result.
    case bisect(BisectFault)
    /// A signal that has ended the command.
    case interrupted(Signal)
    case system(SystemError)
    /// A file from the command line cannot be read.
    case unreadable(SystemError)
    /// The reader of standard output has closed it.
    case outputEnded

    /// Runs a closure, and throws its usage error as a failure.
    static func usage<Value>(_ body: () throws(UsageError) -> Value) throws(Failure) -> Value {
        do {
            return try body()
        } catch {
            throw .usage(error)
        }
    }

    /// Runs a closure, and throws its system error as a failure.
    static func system<Value: ~Copyable>(_ body: () throws(SystemError) -> Value) throws(Failure) -> Value {
        do {
            return try body()
        } catch {
            throw .system(error)
        }
    }

    /// Runs a closure, and throws its fault about the history as a failure.
    static func history<Value>(_ body: () throws(HistoryFault) -> Value) throws(Failure) -> Value {
        do {
            return try body()
        } catch {
            throw .history(error)
        }
    }

    var exitCode: ExitCode {
        switch self {
        case .outputEnded: .done
        case .usage, .emptyCommandLine, .noAddress, .noHome, .unreadable, .onlyShared: .usage
        case .unreachable, .distrusted, .disconnected, .disconnectedAfterChange, .garbled, .otherProtocol, .noProgram,
            .endedAtStart, .noGateway:
            .noDaemon
        case .timedOut, .unconfirmedChange, .slowStart, .slowEnd, .slowGatewayEnd, .conditionNotMet: .timedOut
        case .history: .notFound
        case .bisect(let fault): fault.exitCode
        case .refused(let error): error.namesWhatIsNotThere ? .notFound : .refused
        case .notStarted(_, let error): error == .noSuchFile ? .noProgram : .notRunnable
        case .interrupted(let signal): ExitCode(signal)
        case .system, .noVariable, .editorFailed, .portInUse, .noMeasurement, .noFirstMeasurement, .noAcceptedValues,
            .keysTaken, .searchEnded:
            .refused
        }
    }
}

extension Failure {
    /// Prints the error on standard error, with the number of the input line if there is one.
    func report(asJSON: Bool, line: Int? = nil) {
        if let text = asJSON ? json : message(line.map { "line \($0): " } ?? "") {
            Output.writeError(text)
        }
    }

    /// Whether `ping` reports this failure as a daemon that is down.
    var meansDaemonIsDown: Bool {
        switch self {
        case .unreachable, .distrusted, .disconnected, .garbled, .timedOut, .unconfirmedChange, .refused: true
        default: false
        }
    }

    /// Returns the message for people; nil if the reader of the output has gone.
    private func message(_ location: String = "") -> String? {
        switch self {
        case .outputEnded, .interrupted: nil
        case .emptyCommandLine: Help.text(width: Failure.helpColumns)
        // Print the daemon's sentences without a prefix.
        case .refused(let error): error.sentences.map { "\(location)\($0.shownWhole)\n" }.joined()
        default: "tunerctl: \(location)\(sentence)\n"
        }
    }

    /// The width of help texts on standard error.
    private static var helpColumns: Int {
        HelpWidth.columns(onTerminal: (try? Kernel.withStandardError { Kernel.columns(of: $0) }) ?? nil)
    }

    /// Returns the message for programs: the daemon's error as JSON, or else the message for people.
    private var json: String? {
        guard case .refused(let error) = self else { return message() }
        let members: JSONObject = ["code": .integer(error.code), "message": .string(error.message), "data": error.data]
        return "\(JSONText.compact(.object(members)).escapedForTerminals)\n"
    }

    /// The sentence for people, without the name of the program.
    var sentence: String {
        switch self {
        case .usage(let error): error.description
        case .emptyCommandLine, .refused, .outputEnded, .interrupted: ""
        case .onlyShared: "this changes the shared state, not this world"
        case .noAddress(let fault, let path): fault.sentence(about: path)
        case .unreachable(let socket, let error) where error.errno.meansNobodyListens:
            "no daemon responds at \(socket.path.shownWhole); start one with: \(socket.startCommand)"
        case .unreachable(let socket, let error):
            "cannot connect to the daemon at \(socket.path.shownWhole): \(error.errno) (\(error.errno.name))"
        case .distrusted(let distrust): distrust.description
        case .disconnected(let socket):
            "the daemon at \(socket.path.shownWhole) closed the connection; "
                + "if it has ended, start one with: \(socket.startCommand)"
        case .disconnectedAfterChange(let socket):
            "the daemon at \(socket.path.shownWhole) has acknowledged the change, and closed the connection before all "
                + "programs reported; if it has ended, start one with: \(socket.startCommand)"
        case .garbled(let path):
            "the program at \(path.shownWhole) is not tunerd; name the socket of the daemon with --socket"
        case .otherProtocol(let path, let version):
            "the daemon at \(path.shownWhole) uses protocol version \(version), but tunerctl uses version "
                + "\(API.protocolVersion)"
        case .timedOut(let path, let limit):
            "the daemon at \(path.shownWhole) has not responded within \(limit.inSeconds); "
                + "to wait longer, use --timeout"
        case .unconfirmedChange(let path, let limit):
            "the daemon at \(path.shownWhole) has not responded within \(limit.inSeconds); "
                + "the change may still be made; to wait longer, use --timeout"
        case .noProgram(let program, let directory):
            "there is no program \(program.rawValue) in \(directory.map { "\($0.shownWhole) or in " } ?? "")$PATH"
        case .noHome:
            "there is no state directory: neither $XDG_STATE_HOME nor $HOME is an absolute path; "
                + "name a directory with --state"
        case .endedAtStart(let program, let end, let words, let log):
            "\(program.rawValue) failed to start (\(end.words))\(words.map { ": \($0.shownWhole)" } ?? ""); its log is \(log.shownWhole)"
        case .slowStart(let program, let pid, let limit, let log):
            "\(program.rawValue) runs with pid \(pid) but has not responded within \(limit.inSeconds); its log is \(log.shownWhole)"
        case .slowEnd(let path, let limit):
            "the daemon at \(path.shownWhole) has not exited within \(limit.inSeconds)"
        case .portInUse(let words, let log):
            words.map { $0.shownWhole } ?? "another program listens on the port; the log is \(log.shownWhole)"
        case .noGateway: "tunerweb does not run; start it with: tunerctl web"
        case .slowGatewayEnd(let pid, let limit): "tunerweb (pid \(pid)) has not exited within \(limit.inSeconds)"
        case .conditionNotMet(let key, let value, let limit):
            WaitText.conditionNotMet(key, value, after: limit.inSeconds)
        case .notStarted(let program, .noSuchFile): "there is no program \(program.shownWhole)"
        case .notStarted(let program, let error):
            "\(program.shownWhole) cannot be run: \(error) (\(error.name))"
        case .editorFailed(let editor, let end):
            "the editor \(editor.shownWhole) has ended with \(end.words); nothing was stored"
        case .noVariable(let fault): fault.description
        case .noFirstMeasurement(let sentence): "the present values: \(sentence)"
        case .noAcceptedValues(let count):
            "each of the \(count) measurements has failed, or the guard has refused its values"
        case .keysTaken(let keys): "other clients have changed \(ListText.of(keys.map { $0.shownWhole }, last: "and"))"
        case .searchEnded(let sentence): "the search has ended: \(sentence)"
        case .history(let fault): fault.description
        case .bisect(let fault): fault.description
        case .noMeasurement(let name, let fault): "\(name): \(fault.description)"
        case .system(let error), .unreadable(let error): error.description.shownWhole
        }
    }
}

extension RemoteError {
    /// Whether the daemon does not know the name in the call.
    fileprivate var namesWhatIsNotThere: Bool {
        switch kind {
        case "unknownKey", "unknownFlag", "unknownLayer", "unknownWorld": true
        default: false
        }
    }
}
