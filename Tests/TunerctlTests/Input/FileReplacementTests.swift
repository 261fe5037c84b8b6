import SystemCore
import TestSupport
import Testing

@testable import TunerCommands

/// Tests of the replacement of a file's text while other programs save the file.
@Suite struct FileReplacementTests {
    private let directory: TemporaryDirectory
    private var path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.file("c.json")
    }

    /// Saves as an editor does: a new file replaces the old one.
    private static func save(_ text: String, _ path: String) {
        do {
            try write(text, path)
        } catch {
            Issue.record("\(error)")
        }
    }

    private static func write(_ text: String, _ path: String) throws {
        let bytes = Array(text.utf8)
        let file = KernelFile(try Kernel.open("\(path)~", [.write, .create, .truncate]))
        try file.writeFully(bytes.span, at: 0)
        try Kernel.rename("\(path)~", to: path)
    }

    private var text: String? {
        guard let file = try? Kernel.open(path, .read), let bytes = try? KernelFile(file).readWhole() else {
            return nil
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func replace(_ old: String?, with new: String, _ files: BusyFileSystem) throws -> Bool {
        let bytes = Array(new.utf8)
        return try FileReplacement.replace(path, holding: old.map { Array($0.utf8) }, with: bytes.span, in: files)
    }

    @Test(arguments: [true, false]) func `a file without concurrent saves is replaced`(exchanges: Bool) throws {
        Self.save("old", path)
        try Kernel.setMode(path, 0o640)
        #expect(try replace("old", with: "new", BusyFileSystem(exchanges: exchanges)))
        #expect(text == "new")
        #expect(try Kernel.status(of: path).mode == 0o640)
        #expect(try Kernel.names(in: directory.path) == ["c.json"])
    }

    @Test func `a save between the read and the exchange is kept`() throws {
        Self.save("old", path)
        let files = BusyFileSystem(before: [{ [path] in Self.save("saved", path) }])
        #expect(try !replace("old", with: "new", files))
        #expect(files.isDone)
        #expect(text == "saved")
        #expect(try Kernel.names(in: directory.path) == ["c.json"])
    }

    @Test(arguments: 2...5) func `of several saves around the exchanges, the last is kept`(count: Int) throws {
        Self.save("old", path)
        let saves = (1...count).map { number in
            { @Sendable [path] in Self.save("saved \(number)", path) }
        }
        let files = BusyFileSystem(before: saves)
        #expect(try !replace("old", with: "new", files))
        #expect(files.isDone)
        #expect(text == "saved \(count)")
        #expect(try Kernel.names(in: directory.path) == ["c.json"])
    }

    @Test func `a file saved before the read is not replaced, and nothing is prepared`() throws {
        Self.save("saved", path)
        let bytes = Array("new".utf8)
        let isReplaced = try FileReplacement.replace(path, holding: Array("old".utf8), with: bytes.span) {
            Issue.record("nothing is replaced")
        }
        #expect(!isReplaced)
        #expect(text == "saved")
    }

    @Test func `a file removed during the replacement is not created again`() throws {
        Self.save("old", path)
        let files = BusyFileSystem(before: [{ [path] in try? Kernel.removeFile(path) }])
        #expect(try !replace("old", with: "new", files))
        #expect(try Kernel.names(in: directory.path) == [])
    }

    @Test(arguments: [true, false]) func `a file that did not exist is created`(exchanges: Bool) throws {
        #expect(try replace(nil, with: "new", BusyFileSystem(exchanges: exchanges)))
        #expect(text == "new")
        #expect(try Kernel.names(in: directory.path) == ["c.json"])
    }

    @Test func `a file that another program creates during the replacement is kept`() throws {
        let files = BusyFileSystem(before: [{ [path] in Self.save("saved", path) }])
        #expect(try !replace(nil, with: "new", files))
        #expect(text == "saved")
        #expect(try Kernel.names(in: directory.path) == ["c.json"])
    }

    /// The texts of all files in the directory.
    private var texts: [String] {
        get throws {
            try Kernel.names(in: directory.path).map { name in
                String(
                    decoding: try KernelFile(try Kernel.open(directory.file(name), .read)).readWhole(),
                    as: UTF8.self
                )
            }
        }
    }

    @Test(arguments: 0...2, ["c.json", String(repeating: "é", count: 127)])
    mutating func `killing the process between any two system calls loses no save`(count: Int, name: String) throws {
        path = directory.file(name)
        for calls in 0... {
            Self.save("old", path)
            let saves = (0..<count).map { number in
                { @Sendable [path] in Self.save("saved \(number)", path) }
            }
            let files = BusyFileSystem(before: saves, dyingAfter: calls)
            _ = try? replace("old", with: "new", files)
            let newest = (0..<count).last { number in number < count - files.actionsLeft }.map { "saved \($0)" }
            // The next run reads the file and replaces what it has read.
            var read: [String] = []
            while true {
                let old = try #require(text)
                read.append(old)
                if try replace(old, with: "next", BusyFileSystem()) { break }
            }
            let left = try texts
            #expect(text == "next")
            if let newest {
                #expect(read.contains(newest) || left.contains(newest), "killed after \(calls) calls")
            }
            #expect(left.allSatisfy { $0 == "next" || $0.hasPrefix("saved") }, "killed after \(calls) calls")
            for name in try Kernel.names(in: directory.path) { try Kernel.removeFile(directory.file(name)) }
            if !files.isDead { break }
        }
    }
}
