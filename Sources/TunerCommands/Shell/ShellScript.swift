import ConsoleCore
import JSONCore
import LoopCore
import RPCCore
import SystemCore
import TunableEngine
import TunerAPI

/// A shell that reads its lines from a pipe or a file.
///
/// It sends several `get` requests without waiting for each response, because this does not change the results. It
/// never sends a change before the previous responses have arrived, because one of them may be an error.
struct ShellScript: ~Copyable {
    private enum Token: UInt64 {
        case input
        case daemon
    }

    /// A line with its number, from 1.
    private struct Line {
        let number: Int
        let text: RawText
    }

    private static let room = 1 << 16
    /// The limit of requests that are sent before their responses are read.
    private static let limit = 512

    private let session: ShellSession
    /// Whether to continue after a line that fails.
    private let keepsGoing: Bool
    private var input = ByteBuffer()
    private var inputHasEnded = false
    private var linesRead = 0
    /// The number of bytes at the start of the input in which there is no line feed.
    private var searched = 0
    private var exitCode = ExitCode.done
    private var isOver = false
    /// The number of connections in a row that the daemon closed without any response.
    private var losses = 0
    /// The output to write before anything else.
    private var printed = ""

    init(_ session: ShellSession, keepsGoing: Bool) {
        self.session = session
        self.keepsGoing = keepsGoing
    }

    /// Runs until the end of the input, or until a line fails.
    consuming func run() throws(Failure) -> ExitCode {
        // Fail now if there is no daemon.
        _ = try session.current()
        while !isOver {
            let lines = takeLines()
            if lines.isEmpty, inputHasEnded { break }
            try run(lines)
            try flush()
            if !isOver, !inputHasEnded { try read() }
        }
        printed += try session.changes()
        try flush()
        return exitCode
    }

    // MARK: Reading

    /// Returns all complete lines; at the end of the input, also the rest.
    private mutating func takeLines() -> [Line] {
        var texts: [RawText] = []
        let known = searched
        let consumed = input.withBytes { bytes in
            var start = 0
            for offset in known..<bytes.count where bytes[offset] == UInt8(ascii: "\n") {
                texts.append(RawText(bytes: bytes.extracting(start..<offset).copied))
                start = offset + 1
            }
            if inputHasEnded, start < bytes.count {
                texts.append(RawText(bytes: bytes.extracting(start..<bytes.count).copied))
                start = bytes.count
            }
            return start
        }
        input.removeFirst(consumed)
        searched = input.count
        // Skip the byte order mark that some editors write.
        if linesRead == 0, let first = texts.first, InputFile.isMarked(first.bytes.span) {
            texts[0] = RawText(bytes: Array(first.bytes.dropFirst(3)))
        }
        let first = linesRead + 1
        linesRead += texts.count
        return texts.enumerated().map { Line(number: first + $0, text: $1) }
    }

    /// Waits for input and reads it; prints watched changes.
    private mutating func read() throws(Failure) {
        try Failure.system { () throws(SystemError) in
            guard try waitForInput() else { return }
            let transfer = try Kernel.withStandardInput { (descriptor) throws(SystemError) in
                try unsafe input.receive(room: ShellScript.room, atMost: ShellScript.room) {
                    (room) throws(SystemError) in
                    try unsafe Kernel.read(descriptor, into: room)
                }
            }
            inputHasEnded = transfer == .end
        }
        guard searched <= StandardInput.limit else {
            let name = "line \(linesRead + 1)"
            throw .usage(UsageError(.file(name, .tooLong(most: StandardInput.limit)), command: "shell"))
        }
        printed += try session.changes()
        try flush()
    }

    /// Returns whether input is readable; false means that watched values may have changed.
    private func waitForInput() throws(SystemError) -> Bool {
        guard session.isWatching else {
            return try Kernel.withStandardInput { (input) throws(SystemError) in
                try !Kernel.wait(for: .readable, on: input, .forever).isEmpty
            }
        }
        let poller = try Poller(.poll)
        var events: [PollerEvent] = []
        try Kernel.withStandardInput { (input) throws(SystemError) in
            try poller.add(input, token: Token.input.rawValue, interest: .readable)
        }
        try session.watch(by: poller, token: Token.daemon.rawValue)
        try poller.wait(session.timeout, into: &events)
        return events.contains { $0.token == Token.input.rawValue }
    }

    // MARK: Running lines

    private mutating func run(_ lines: [Line]) throws(Failure) {
        var rest = lines[...]
        while !isOver, let first = rest.first {
            let line: ShellLine
            do throws(UsageError) {
                line = try ShellLine(first.text)
            } catch {
                rest.removeFirst()
                try fail(.usage(error), first)
                continue
            }
            switch line {
            case .set(_, let text) where KeyType.mustPrecede(text): break
            case .get, .set:
                if !session.global.isJSON, !session.isWatching {
                    try runGroup(line, &rest)
                    continue
                }
            case .quit: isOver = true
            default: break
            }
            rest.removeFirst()
            try run(line, first)
        }
    }

    /// Runs one line.
    private mutating func run(_ line: ShellLine, _ source: Line) throws(Failure) {
        guard line != .nothing else { return }
        try flush()
        do throws(Failure) {
            let code = try session.run(line)
            if code != .done { note(code) }
        } catch {
            try fail(error, source)
        }
        printed += try session.changes()
    }

    /// Runs a `get` or `set`, together with the `get` lines that follow it.
    private mutating func runGroup(_ first: ShellLine, _ rest: inout ArraySlice<Line>) throws(Failure) {
        var group = [first]
        while group.count < min(ShellScript.limit, rest.count),
            case .get(let key)? = try? ShellLine(rest[rest.startIndex + group.count].text)
        {
            group.append(.get(key))
        }
        let outcomes: [CallOutcome]
        do throws(Failure) {
            outcomes = try session.current().callAll(group.map(ShellScript.call))
        } catch {
            return try fail(error, rest.removeFirst())
        }
        if outcomes.count < group.count { session.dropConnection() }
        losses = outcomes.isEmpty ? losses + 1 : 0
        // The daemon has ended at this request three times, so a retry would fail again.
        guard losses < 3 else {
            return try fail(.disconnected(try DaemonEndpoint(session.global).socket), rest.removeFirst())
        }
        for (line, outcome) in zip(group, outcomes) {
            let source = rest.removeFirst()
            switch (line, outcome) {
            case (.get, .result(let json)): printed += ValueText.bare(json["value"] ?? .null, for: session.output)
            case (.set, .result(let json)):
                if json["effective"] != nil || json["old"] == nil && json["changed"] == true { try report(json) }
            case (.set(let key, _), .error(let error)) where error.mismatchedKeys.contains(key):
                // The text may mean another value for this type. Run the line alone; the requests after it are sent
                // again.
                return try run(line, source)
            case (.set, .error(let error)):
                // The daemon may have gone after this response.
                let connection = try? session.current()
                let explained = connection.map { RefusedWrite(error, on: $0).explained(typed: JSONObject()) }
                try fail(.refused(explained ?? error), source)
                if isOver { return }
            case (_, .error(let error)):
                try fail(.refused(error), source)
                if isOver { return }
            default: preconditionFailure("a group has values and nothing else")
            }
        }
    }

    private static func call(_ line: ShellLine) -> (method: String, params: JSON) {
        switch line {
        case .get(let key): (API.Tunables.get.name.description, ["key": .string(key)])
        case .set(let key, let text):
            (API.Tunables.set.name.description, ["key": .string(key), "value": TextValue.value(of: text)])
        default: preconditionFailure("a group has values and nothing else")
        }
    }

    private mutating func report(_ json: JSON) throws(Failure) {
        try flush()
        let connection = try session.current()
        let result: SetResult = try connection.read(json)
        WriteNotes(connection, session.output, isDryRun: false).print(about: result)
    }

    // MARK: Errors and output

    private mutating func fail(_ failure: Failure, _ line: Line) throws(Failure) {
        try flush()
        if failure == .outputEnded { throw failure }
        failure.report(asJSON: session.global.isJSON, line: line.number)
        note(failure.exitCode)
    }

    private mutating func note(_ code: ExitCode) {
        if exitCode == .done { exitCode = code }
        if !keepsGoing { isOver = true }
    }

    private mutating func flush() throws(Failure) {
        guard !printed.isEmpty else { return }
        let text = printed
        printed = ""
        try session.output.print(text)
    }
}
