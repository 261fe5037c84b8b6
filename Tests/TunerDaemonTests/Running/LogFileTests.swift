import BlockingTests
import SystemCore
import TestSupport
import Testing

@testable import TunerDaemon

/// Tests of a log file that is rotated by size.
@Suite(.blocking) struct LogFileTests {
    private let directory: TemporaryDirectory
    private let path: String
    private let log: Log

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.file("log")
        log = Log(try Kernel.open("/dev/null", .write), level: .debug, format: .text, clock: ManualClocks().clocks)
    }

    private func lines(_ path: String) throws -> [Substring] {
        String(decoding: try KernelFile(try Kernel.open(path, .read)).readWhole(), as: UTF8.self).split(separator: "\n")
    }

    private func numbers(_ path: String) throws -> [Int] {
        try lines(path).compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
    }

    /// Writes lines of equal length; returns that length without the line break.
    @discardableResult
    private func write(_ range: ClosedRange<Int>) throws -> Int {
        for number in range { log.event(.info, "event \(number)") }
        return try lines(path).last?.utf8.count ?? 0
    }

    @Test func `after one rotation both files contain all lines once`() throws {
        try log.continue(in: path, limit: 4_096)
        let length = try write(100...100) + 1
        let count = 4_096 / length
        try write(101...(100 + count + 9))
        #expect(try numbers("\(path).1") == Array(100..<(100 + count)))
        #expect(try numbers(path) == Array((100 + count)...(100 + count + 9)))
    }

    @Test func `after many rotations the newest lines are kept without a gap, within the limit`() throws {
        try log.continue(in: path, limit: 4_096)
        try write(1_000...2_999)
        let kept = try numbers("\(path).1") + numbers(path)
        #expect(kept == Array((3_000 - kept.count)...2_999))
        let sizes = try [path, "\(path).1"].map { try Kernel.status(of: $0).size }
        #expect(sizes.allSatisfy { $0 <= 4_096 })
        #expect(sizes[1] > 4_000)
        #expect(try Kernel.names(in: directory.path) == ["log", "log.1"])
    }

    @Test func `the existing size of a log file counts toward the limit`() throws {
        let old = Array(repeating: UInt8(ascii: "x"), count: 4_090)
        try KernelFile(try Kernel.open(path, [.write, .create])).writeFully(old.span, at: 0)
        try log.continue(in: path, limit: 4_096)
        try write(1...2)
        #expect(try Kernel.status(of: "\(path).1").size == 4_090)
        #expect(try numbers(path) == [1, 2])
    }

    @Test(arguments: ["rm log", "mv log log.old", "mv log log.old; touch log"])
    func `the next line recreates a log file that was removed or moved`(script: String) throws {
        try log.continue(in: path, limit: 4_096)
        try write(1...5)
        _ = try Program(script: "cd '\(directory.path)'; \(script)").wait()
        try write(6...9)
        #expect(try numbers(path) == [6, 7, 8, 9])
        if script != "rm log" { #expect(try numbers("\(path).old") == [1, 2, 3, 4, 5]) }
    }

    @Test func `rotation keeps symbolic links and puts the old file beside their target`() throws {
        _ = try Program(script: "cd '\(directory.path)'; mkdir disk; ln -s disk/real middle; ln -s middle log").wait()
        try log.continue(in: path, limit: 4_096)
        try write(1_000...1_149)
        #expect(try Kernel.names(in: directory.path) == ["disk", "log", "middle"])
        #expect(try Kernel.names(in: directory.file("disk")) == ["real", "real.1"])
        let kept = try numbers(directory.file("disk/real.1")) + numbers(path)
        #expect(kept == Array((1_150 - kept.count)...1_149))
    }

    @Test func `when rotation fails, the log continues in the old file`() throws {
        try log.continue(in: path, limit: 4_096)
        try Kernel.createDirectory("\(path).1", mode: 0o700)
        try write(1_000...1_299)
        #expect(try numbers(path) == Array(1_000...1_299))
    }

    @Test(arguments: ["mkfifo log", "mkdir log"]) func `a path that is not a regular file is refused`(
        script: String
    ) throws {
        _ = try Program(script: "cd '\(directory.path)'; \(script)").wait()
        #expect(throws: SystemError.self) { try log.continue(in: path, limit: 4_096) }
    }
}
