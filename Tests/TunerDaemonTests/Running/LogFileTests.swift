import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

@testable import TunerDaemon

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

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
        try log.continue(in: path, limit: 4_096, keeping: 1)
        let length = try write(100...100) + 1
        let count = 4_096 / length
        try write(101...(100 + count + 9))
        #expect(try numbers("\(path).1") == Array(100..<(100 + count)))
        #expect(try numbers(path) == Array((100 + count)...(100 + count + 9)))
    }

    @Test func `after many rotations the newest lines are kept without a gap, within the limit`() throws {
        try log.continue(in: path, limit: 4_096, keeping: 1)
        try write(1_000...2_999)
        let kept = try numbers("\(path).1") + numbers(path)
        #expect(kept == Array((3_000 - kept.count)...2_999))
        let sizes = try [path, "\(path).1"].map { try Kernel.status(of: $0).size }
        #expect(sizes.allSatisfy { $0 <= 4_096 })
        #expect(sizes[1] > 4_000)
        #expect(try Kernel.names(in: directory.path) == ["log", "log.1"])
    }

    @Test(arguments: [2, 4]) func `the newest old files are kept without a gap`(count: Int) throws {
        try log.continue(in: path, limit: 4_096, keeping: count)
        try write(1_000...2_999)
        let names = ["log"] + (1...count).map { "log.\($0)" }
        #expect(try Kernel.names(in: directory.path) == names)
        let kept = try names.reversed().flatMap { try numbers(directory.file($0)) }
        #expect(kept == Array((3_000 - kept.count)...2_999))
        #expect(try names.allSatisfy { try Kernel.status(of: directory.file($0)).size <= 4_096 })
    }

    @Test(arguments: 1...4) func `after a crash between two renames, the next rotation loses no line`(
        missing: Int
    ) throws {
        try log.continue(in: path, limit: 4_096, keeping: 4)
        // A crash has left the number `missing` free: the files after it have their new names already.
        for number in 1...4 where number != missing {
            let line = Array("old \(number)\n".utf8)
            try KernelFile(try Kernel.open("\(path).\(number)", [.write, .create])).writeFully(line.span, at: 0)
        }
        let length = try write(100...100) + 1
        let fits = 4_096 / length
        try write(101...(100 + fits))
        #expect(try numbers(path) == [100 + fits])
        #expect(try numbers("\(path).1") == Array(100..<(100 + fits)))
        let older = try (2...4).flatMap { try numbers("\(path).\($0)") }
        #expect(older == [1, 2, 3, 4].filter { $0 != missing })
    }

    @Test func `a file that another program has copied and truncated is continued at its start`() throws {
        try log.continue(in: path, limit: 4_096, keeping: 1)
        try write(100...150)
        _ = try Program(script: "cd '\(directory.path)'; cp log log.copy; : > log").wait()
        try write(151...200)
        #expect(try numbers(directory.file("log.copy")) == Array(100...150))
        #expect(try numbers(path) == Array(151...200))
        #expect(try Kernel.names(in: directory.path) == ["log", "log.copy"])
    }

    @Test(SmallDisk.needsRoot) func `a full disk loses lines, but leaves no cut line and no wrong file`() throws {
        let disk = try SmallDisk(megabytes: 1)
        let path = "\(disk.path)/log"
        try log.continue(in: path, limit: 16_384, keeping: 2)
        for number in 1_000...1_050 { log.event(.info, "event \(number)") }
        try disk.fill()
        for number in 2_000...4_000 { log.event(.info, "event \(number)") }
        try disk.empty()
        for number in 5_000...6_500 { log.event(.info, "event \(number)") }
        let names = try Kernel.names(in: disk.path).sorted { $0 > $1 }
        #expect(names == ["log.2", "log.1", "log"])
        let all = try names.flatMap { try lines("\(disk.path)/\($0)") }
        let kept = all.compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
        // A line that the full disk has cut ends before its number does, and the next line begins a new line.
        #expect(all.allSatisfy { !$0.dropFirst().contains("2023-") })
        #expect(kept.suffix(500) == Array(6_001...6_500))
    }

    @Test func `a failed rotation is reported once`() throws {
        try log.continue(in: path, limit: 4_096, keeping: 1)
        try Kernel.createDirectory("\(path).1", mode: 0o700)
        try write(1_000...1_299)
        let reports = try lines(path).filter { $0.contains("warning rotating the log failed") }
        #expect(reports.count == 1)
        try Kernel.removeDirectory("\(path).1")
        try write(1_300...1_300)
        #expect(try numbers(path) == [1_300])
    }

    @Test func `the existing size of a log file counts toward the limit`() throws {
        let old = Array(repeating: UInt8(ascii: "x"), count: 4_090)
        try KernelFile(try Kernel.open(path, [.write, .create])).writeFully(old.span, at: 0)
        try log.continue(in: path, limit: 4_096, keeping: 1)
        try write(1...2)
        #expect(try Kernel.status(of: "\(path).1").size == 4_090)
        #expect(try numbers(path) == [1, 2])
    }

    @Test(arguments: ["rm log", "mv log log.old", "mv log log.old; touch log"])
    func `the next line recreates a log file that was removed or moved`(script: String) throws {
        try log.continue(in: path, limit: 4_096, keeping: 1)
        try write(1...5)
        _ = try Program(script: "cd '\(directory.path)'; \(script)").wait()
        try write(6...9)
        #expect(try numbers(path) == [6, 7, 8, 9])
        if script != "rm log" { #expect(try numbers("\(path).old") == [1, 2, 3, 4, 5]) }
    }

    @Test func `rotation keeps symbolic links and puts the old file beside their target`() throws {
        _ = try Program(script: "cd '\(directory.path)'; mkdir disk; ln -s disk/real middle; ln -s middle log").wait()
        try log.continue(in: path, limit: 4_096, keeping: 1)
        try write(1_000...1_149)
        #expect(try Kernel.names(in: directory.path) == ["disk", "log", "middle"])
        #expect(try Kernel.names(in: directory.file("disk")) == ["real", "real.1"])
        let kept = try numbers(directory.file("disk/real.1")) + numbers(path)
        #expect(kept == Array((1_150 - kept.count)...1_149))
    }

    @Test func `when rotation fails, the log continues in the old file`() throws {
        try log.continue(in: path, limit: 4_096, keeping: 1)
        try Kernel.createDirectory("\(path).1", mode: 0o700)
        try write(1_000...1_299)
        #expect(try numbers(path) == Array(1_000...1_299))
    }

    @Test func `the daemon rotates its log and loses no line`() throws {
        let log = directory.file("daemon.log")
        let daemon = try DaemonProcess("--log-file '\(log)' --log-file-size 4096 --log-files 3")
        let client = try daemon.client()
        // Lines with a long key fill the files sooner.
        let key = JSON.string(String(repeating: "speed", count: 30))
        for number in 1...90 { try client.call("tunables.set", ["key": key, "value": .integer(Int64(number))]) }
        try daemon.stop()
        let all = try [3, 2, 1].flatMap { try lines("\(log).\($0)") } + lines(log)
        let revisions = all.compactMap { $0.firstMatch(of: #/revision (\d+)\)/#).flatMap { Int($0.output.1) } }
        #expect(revisions.last == 90 && revisions.count > 40)
        #expect(revisions == Array((91 - revisions.count)...90))
        #expect(try Kernel.names(in: directory.path) == ["daemon.log", "daemon.log.1", "daemon.log.2", "daemon.log.3"])
    }

    @Test func `SIGHUP makes the daemon continue in a new log file after a rename`() throws {
        let log = directory.file("daemon.log")
        let daemon = try DaemonProcess("--log-file '\(log)' --log-level error")
        try Kernel.rename(log, to: "\(log).old")
        try daemon.program.send(SIGHUP)
        // No line is written at this level, so only the signal can make the daemon open the file.
        var rounds = 0
        while (try? Kernel.status(of: log)) == nil, rounds < 10_000 {
            rounds += 1
            try daemon.client().call("ping")
        }
        #expect(try Kernel.names(in: directory.path) == ["daemon.log", "daemon.log.old"])
        try daemon.stop()
    }

    @Test(arguments: ["mkfifo log", "mkdir log"]) func `a path that is not a regular file is refused`(
        script: String
    ) throws {
        _ = try Program(script: "cd '\(directory.path)'; \(script)").wait()
        #expect(throws: SystemError.self) { try log.continue(in: path, limit: 4_096, keeping: 1) }
    }
}
