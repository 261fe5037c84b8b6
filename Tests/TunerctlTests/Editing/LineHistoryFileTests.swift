import BlockingTests
import SystemCore
import TestSupport
import Testing

@testable import TunerCommands

/// The file that keeps a shell's lines.
@Suite(.blocking) struct LineHistoryFileTests {
    private let directory: TemporaryDirectory
    private let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.file("state/tuner/history")
    }

    private func write(_ bytes: [UInt8]) throws {
        try KernelFileSystem().createDirectories(Path.directory(of: path), mode: 0o700)
        try KernelFile(try Kernel.open(path, [.write, .create, .truncate])).writeFully(bytes.span, at: 0)
    }

    private func write(_ text: String) throws { try write(Array(text.utf8)) }

    private func text() throws -> String {
        String(decoding: try KernelFile(try Kernel.open(path, .read)).readWhole(), as: UTF8.self)
    }

    private func mode(of path: String) throws -> UInt32 { try Kernel.status(of: path, followingLinks: false).mode }

    @Test func `a stored line can be read, and only by its owner`() throws {
        let file = LineHistoryFile(path)
        #expect(try file.lines().isEmpty)
        for line in ["get a", "set ü 日本", "set ü 日本", "get a"] { try file.append(line) }
        #expect(try file.lines() == ["get a", "set ü 日本", "get a"])
        #expect(try mode(of: path) == 0o600)
        #expect(try mode(of: Path.directory(of: path)) == 0o700)
        #expect(try mode(of: directory.file("state")) == 0o700)
    }

    @Test func `the file keeps its newest lines when it exceeds its limit of lines or of bytes`() throws {
        let file = LineHistoryFile(path)
        try write((1...LineHistoryFile.maxLines).map { "\($0)\n" }.joined())
        try file.append("new")
        let kept = try file.lines()
        #expect(kept.count == LineHistoryFile.linesKept)
        #expect(kept.suffix(2) == ["1000", "new"])
        #expect(try text().utf8.count < 10_000)

        let long = String(repeating: "x", count: LineHistoryFile.maxLineLength - 3)
        try write((100...400).map { "\(long)\($0)\n" }.joined())
        try file.append("new")
        let lines = try file.lines()
        #expect(lines.suffix(2) == ["\(long)400", "new"])
        // The first line in the last bytes is cut, so it is dropped.
        #expect(lines.allSatisfy { $0 == "new" || $0.utf8.count == LineHistoryFile.maxLineLength })
        #expect(try text().utf8.count <= LineHistoryFile.maxBytes)
    }

    @Test func `a file that exceeds its limit of bytes keeps less, so that the next lines are appended`() throws {
        let file = LineHistoryFile(path)
        let long = String(repeating: "x", count: LineHistoryFile.maxLineLength - 3)
        try write((100...400).map { "\(long)\($0)\n" }.joined())
        try file.append("new")
        #expect(try text().utf8.count <= LineHistoryFile.bytesKept)
        let replaced = try Kernel.status(of: path).identity
        for number in 500..<520 { try file.append("\(long)\(number)") }
        #expect(try Kernel.status(of: path).identity == replaced)
        #expect(try file.lines().last == "\(long)519")
    }

    @Test func `lines that are too long, empty or hold control characters are neither stored nor read`() throws {
        let file = LineHistoryFile(path)
        let longest = String(repeating: "x", count: LineHistoryFile.maxLineLength)
        for line in ["", "\(longest)x", "a\u{1B}[2J", "a\nb", longest] { try file.append(line) }
        #expect(try text() == "\(longest)\n")
        try write(Array("one\n\n\u{1B}[2J\n\(longest)x\ntwo\n".utf8) + [0xFF, 0x0A, 0x00, 0x0A] + Array("three".utf8))
        #expect(try file.lines() == ["one", "two", "three"])
    }

    @Test func `a line without a line feed at the end of the file stays whole`() throws {
        try write("one\ntwo")
        try LineHistoryFile(path).append("three")
        #expect(try text() == "one\ntwo\nthree\n")
    }

    @Test func `a file that others can read becomes private, and a leftover of a killed shell is replaced`() throws {
        try write("one\n")
        try Kernel.setMode(path, 0o644)
        _ = try Kernel.open("\(path).new", [.write, .create], mode: 0o644)
        try LineHistoryFile(path).append("two")
        #expect(try mode(of: path) == 0o600)
        #expect(try text() == "one\ntwo\n")
    }

    @Test func `shells that write at once lose no line, also while the file is cut`() throws {
        try write((1...LineHistoryFile.maxLines - 20).map { "old \($0)\n" }.joined())
        let file = LineHistoryFile(path, patience: .seconds(600))
        var threads = (1...4).map { shell in
            JoinedThread(TestThread { for number in 1...50 { try? file.append("shell \(shell) line \(number)") } })
        }
        // The deinit of each waits for its end.
        threads.removeAll()
        let lines = try file.lines()
        for shell in 1...4 {
            let stored = lines.filter { $0.hasPrefix("shell \(shell) ") }
            #expect(stored == (1...50).map { "shell \(shell) line \($0)" })
        }
        #expect(lines.allSatisfy { $0.hasPrefix("old ") || $0.hasPrefix("shell ") })
    }

    @Test func `a file of another user, a link and a directory are refused and left as they are`() throws {
        try write("one\n")
        let foreign = LineHistoryFile(path, owner: Kernel.userID + 1)
        #expect(throws: LineHistoryFault.foreign(path)) { try foreign.lines() }
        #expect(throws: LineHistoryFault.foreign(path)) { try foreign.append("two") }
        #expect(try text() == "one\n")

        let link = LineHistoryFile(directory.file("link"))
        #expect(symbolicLink(link.path, to: path))
        #expect(throws: LineHistoryFault.self) { try link.append("two") }
        #expect(try text() == "one\n")

        #expect(throws: LineHistoryFault.self) { try LineHistoryFile(Path.directory(of: path)).lines() }
        #expect(throws: LineHistoryFault.self) { try LineHistoryFile("\(path)/history").append("two") }
    }

    @Test func `a lock that another process keeps is reported`() throws {
        try write("one\n")
        let name = "\(path).lock"
        guard case .acquired(let lock) = try FileLock.acquire(name) else {
            Issue.record("the lock is held")
            return
        }
        let file = LineHistoryFile(path, patience: .zero)
        #expect(throws: LineHistoryFault.locked(name)) { try file.append("two") }
        _ = consume lock
        try file.append("two")
        #expect(try text() == "one\ntwo\n")
    }
}
