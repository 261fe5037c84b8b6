import JSONCore
import RPCCore
import SystemCore
import TunableEngine
import TunerAPI

/// A shell that reads from a pipe or a file.
///
/// What is read is asked for without waiting for what was asked before, as long as nobody can tell the difference: a value may
/// be read behind what was not answered yet, but nothing is changed there, since it might have failed.
struct ShellScript: ~Copyable {
    private enum Token: UInt64 {
        case input
        case daemon
    }

    /// A line, counted from 1.
    private struct Line {
        let number: Int
        let text: RawText
    }

    private static let room = 1 << 16
    /// So much is asked for at most before answers are read.
    private static let most = 512

    private let session: ShellSession
    /// What follows an error is done all the same.
    private let keepsGoing: Bool
    private var input = ByteBuffer()
    private var inputHasEnded = false
    private var linesRead = 0
    /// So many bytes of the input are known to end no line.
    private var looked = 0
    private var exitCode = ExitCode.done
    private var isOver = false
    /// How often the daemon has ended a connection without an answer to anything since the last one.
    private var losses = 0
    /// What is to be printed before anything else is.
    private var printed = ""

    init(_ session: ShellSession, keepsGoing: Bool) {
        self.session = session
        self.keepsGoing = keepsGoing
    }

    /// Goes on to the end of what is read, or to a line that fails.
    consuming func run() throws(Failure) -> ExitCode {
        // Without a daemon it does not begin.
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

    /// The lines that were read whole, and at the end what is left.
    private mutating func takeLines() -> [Line] {
        var texts: [RawText] = []
        let known = looked
        let consumed = input.withBytes { bytes in
            var start = 0
            for place in known..<bytes.count where bytes[place] == UInt8(ascii: "\n") {
                texts.append(RawText(bytes: bytes.extracting(start..<place).copied))
                start = place + 1
            }
            if inputHasEnded, start < bytes.count {
                texts.append(RawText(bytes: bytes.extracting(start..<bytes.count).copied))
                start = bytes.count
            }
            return start
        }
        input.removeFirst(consumed)
        looked = input.count
        // By this some editors mark a file.
        if linesRead == 0, let first = texts.first, InputFile.isMarked(first.bytes.span) {
            texts[0] = RawText(bytes: Array(first.bytes.dropFirst(3)))
        }
        let first = linesRead + 1
        linesRead += texts.count
        return texts.enumerated().map { Line(number: first + $0, text: $1) }
    }

    /// Waits for something to read; what changes meanwhile is told.
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
        guard looked <= StandardInput.longest else {
            let name = "line \(linesRead + 1)"
            throw .usage(UsageError(.file(name, .tooLong(most: StandardInput.longest)), command: "shell"))
        }
        printed += try session.changes()
        try flush()
    }

    /// Answers whether there is something; else something may have changed.
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

    // MARK: Doing

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

    /// Does one line by itself.
    private mutating func run(_ line: ShellLine, _ place: Line) throws(Failure) {
        guard line != .nothing else { return }
        try flush()
        do throws(Failure) {
            let code = try session.run(line)
            if code != .done { note(code) }
        } catch {
            try fail(error, place)
        }
        printed += try session.changes()
    }

    /// Asks for a value, or stores one, and for the values that the next lines ask for, all at once.
    private mutating func runGroup(_ first: ShellLine, _ rest: inout ArraySlice<Line>) throws(Failure) {
        var group = [first]
        while group.count < min(ShellScript.most, rest.count),
            case .get(let key)? = try? ShellLine(rest[rest.startIndex + group.count].text)
        {
            group.append(.get(key))
        }
        let answers: [CallOutcome]
        do throws(Failure) {
            answers = try session.current().callAll(group.map(ShellScript.call))
        } catch {
            return try fail(error, rest.removeFirst())
        }
        if answers.count < group.count { session.lose() }
        losses = answers.isEmpty ? losses + 1 : 0
        // One that ends whenever it is asked this will do so again.
        guard losses < 3 else {
            return try fail(.disconnected(try DaemonEndpoint(session.global).path), rest.removeFirst())
        }
        for (line, answer) in zip(group, answers) {
            let place = rest.removeFirst()
            switch (line, answer) {
            case (.get, .result(let json)): printed += ValueText.bare(json["value"] ?? .null, for: session.output)
            case (.set, .result(let json)):
                if json["old"] == nil, json["changed"] == true { try tellOfNew(json) }
            case (.set(let key, _), .refusal(let error)) where error.mismatchedKeys.contains(key):
                // The text may stand for something else: what was asked behind it is asked again.
                return try run(line, place)
            case (_, .refusal(let error)):
                try fail(.refused(error), place)
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

    private mutating func tellOfNew(_ json: JSON) throws(Failure) {
        try flush()
        let connection = try session.current()
        let result: SetResult = try connection.read(json)
        try Command.tell(result, instead: result.value, connection, UpdateParameters())
    }

    // MARK: Telling

    private mutating func fail(_ failure: Failure, _ line: Line) throws(Failure) {
        try flush()
        if failure == .outputEnded { throw failure }
        failure.tell(asJSON: session.global.isJSON, line: line.number)
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
