import SystemCore
import TestSupport
import Testing

@Suite struct FaultyFileSystemTests {
    private static let outcomes =
        [CrashOutcome.onlySynced, .everything] + (0..<60).map { CrashOutcome.mixed(seed: $0) }

    private static func bytes(_ value: UInt8, _ count: Int) -> [UInt8] { [UInt8](repeating: value, count: count) }

    /// Returns the content of a file after a crash with each outcome; nil if the file does not exist then.
    private static func images(_ files: FaultyFileSystem, _ path: String) -> [[UInt8]?] {
        outcomes.map { try? files.afterCrash($0).open(path, .read).readWhole() }
    }

    /// Creates an empty file whose name is durable.
    private static func savedFile(_ files: FaultyFileSystem, _ path: String = "/f") throws -> any File {
        let file = try files.open(path, [.read, .write, .create])
        try files.syncDirectory("/")
        return file
    }

    @Test func `synced data survives every crash`() throws {
        let files = FaultyFileSystem()
        let file = try Self.savedFile(files)
        try file.writeFully(Self.bytes(1, 3000).span, at: 0)
        try file.syncData()
        #expect(Self.images(files, "/f").allSatisfy { $0 == Self.bytes(1, 3000) })
    }

    @Test func `unsynced data may be present, absent or torn at a sector`() throws {
        let files = FaultyFileSystem()
        let file = try Self.savedFile(files)
        try file.writeFully(Self.bytes(1, 1024).span, at: 0)
        try file.syncData()
        try file.writeFully(Self.bytes(2, 1024).span, at: 0)
        #expect(try file.readWhole() == Self.bytes(2, 1024))
        let images = Set(Self.images(files, "/f"))
        let (old, new) = (Self.bytes(1, 512), Self.bytes(2, 512))
        #expect(images == [old + old, old + new, new + old, new + new])
    }

    @Test func `after a crash a grown file may be longer than its data`() throws {
        let files = FaultyFileSystem()
        let file = try Self.savedFile(files)
        try file.writeFully(Self.bytes(1, 100).span, at: 0)
        let images = Set(Self.images(files, "/f"))
        #expect(images == [[], Self.bytes(0, 100), Self.bytes(1, 100)])
    }

    @Test func `file sizes reach the disk in order`() throws {
        let files = FaultyFileSystem()
        let file = try Self.savedFile(files)
        try file.writeFully(Self.bytes(1, 512).span, at: 0)
        try file.writeFully(Self.bytes(1, 512).span, at: 512)
        let sizes = Set(Self.images(files, "/f").map { $0?.count })
        #expect(sizes == [0, 512, 1024])
    }

    @Test func `truncated data does not reappear in a rewritten file`() throws {
        let files = FaultyFileSystem()
        let file = try Self.savedFile(files)
        try file.writeFully(Self.bytes(1, 1024).span, at: 0)
        try file.syncData()
        try file.truncate(to: 0)
        try file.writeFully(Self.bytes(2, 1024).span, at: 0)
        for image in Self.images(files, "/f") {
            guard let image else {
                Issue.record("the name is on disk")
                continue
            }
            #expect(image == Self.bytes(1, 1024) || !image.contains(1))
        }
    }

    @Test func `syncing a file does not sync its name`() throws {
        let files = FaultyFileSystem()
        let file = try files.open("/f", [.read, .write, .create])
        try file.writeFully(Self.bytes(1, 10).span, at: 0)
        try file.sync()
        #expect(Set(Self.images(files, "/f")) == [nil, Self.bytes(1, 10)])
        try files.syncDirectory("/")
        #expect(Set(Self.images(files, "/f")) == [Self.bytes(1, 10)])
    }

    @Test func `a rename is atomic, and its target always exists`() throws {
        let files = FaultyFileSystem()
        for (path, value) in [("/new", 2), ("/f", 1)] as [(String, UInt8)] {
            let file = try files.open(path, [.write, .create])
            try file.writeFully(Self.bytes(value, 10).span, at: 0)
            try file.syncData()
        }
        try files.syncDirectory("/")
        try files.rename("/new", to: "/f")
        var seen: Set<[String]> = []
        for outcome in Self.outcomes {
            let disk = files.afterCrash(outcome)
            let names = try disk.names(in: "/")
            let content = try disk.open("/f", .read).readWhole()
            #expect(content == Self.bytes(names == ["f"] ? 2 : 1, 10))
            seen.insert(names)
        }
        #expect(seen == [["f"], ["f", "new"]])
        try files.syncDirectory("/")
        #expect(Set(Self.images(files, "/f")) == [Self.bytes(2, 10)])
    }

    @Test func `a file renamed before its data was synced may be empty`() throws {
        let files = FaultyFileSystem()
        _ = try Self.savedFile(files)
        try files.open("/new", [.write, .create]).writeFully(Self.bytes(2, 10).span, at: 0)
        try files.rename("/new", to: "/f")
        try files.syncDirectory("/")
        #expect(Set(Self.images(files, "/f")) == [[], Self.bytes(0, 10), Self.bytes(2, 10)])
    }

    @Test func `an unsynced removal may be reverted`() throws {
        let files = FaultyFileSystem()
        let file = try Self.savedFile(files)
        try file.writeFully(Self.bytes(1, 10).span, at: 0)
        try file.syncData()
        try files.removeFile("/f")
        #expect(Set(Self.images(files, "/f")) == [nil, Self.bytes(1, 10)])
        try files.syncDirectory("/")
        #expect(Set(Self.images(files, "/f")) == [nil])
    }

    @Test func `changes of different names may be reordered, those of one name may not`() throws {
        let files = FaultyFileSystem()
        _ = try files.open("/a", [.write, .create])
        _ = try files.open("/b", [.write, .create])
        try files.rename("/a", to: "/c")
        let seen = Set(try Self.outcomes.map { try files.afterCrash($0).names(in: "/") })
        #expect(seen == [[], ["a"], ["b"], ["a", "b"], ["b", "c"], ["c"]])
    }

    @Test func `syncing a directory also syncs the renames into it from another directory`() throws {
        let files = FaultyFileSystem()
        try files.createDirectory("/d", mode: 0o700)
        try files.syncDirectory("/")
        _ = try files.open("/a", [.write, .create])
        try files.rename("/a", to: "/d/b")
        try files.syncDirectory("/d")
        for outcome in Self.outcomes {
            let disk = files.afterCrash(outcome)
            #expect(try disk.names(in: "/") == ["d"])
            #expect(try disk.names(in: "/d") == ["b"])
        }
    }

    @Test func `a directory's content is lost when its name is lost`() throws {
        let files = FaultyFileSystem()
        try files.createDirectory("/d", mode: 0o700)
        _ = try files.open("/d/f", [.write, .create])
        try files.syncDirectory("/d")
        let seen = Set(Self.outcomes.map { try? files.afterCrash($0).names(in: "/d") })
        #expect(seen == [nil, ["f"]])
    }

    @Test func `data of a failed sync stays uncertain until it is written and synced again`() throws {
        let files = FaultyFileSystem()
        let file = try Self.savedFile(files)
        try file.writeFully(Self.bytes(1, 512).span, at: 0)
        files.setPlan { $0.kind == .syncData ? .fail(.inputOutput) : nil }
        #expect(throws: SystemError("fdatasync", .inputOutput, path: "/f")) { try file.syncData() }
        files.setPlan { _ in nil }
        try file.writeFully(Self.bytes(2, 512).span, at: 512)
        try file.syncData()
        let images = Set(Self.images(files, "/f"))
        #expect(images == [Self.bytes(0, 512) + Self.bytes(2, 512), Self.bytes(1, 512) + Self.bytes(2, 512)])
        // A block is safe again once it is written and synced again.
        try file.writeFully(Self.bytes(1, 512).span, at: 0)
        try file.syncData()
        #expect(Set(Self.images(files, "/f")) == [Self.bytes(1, 512) + Self.bytes(2, 512)])
    }

    @Test func `a failed operation does nothing, and the next one succeeds`() throws {
        let files = FaultyFileSystem { $0.number == 3 ? .fail(.inputOutput) : nil }
        let file = try Self.savedFile(files)
        #expect(throws: SystemError("pwrite", .inputOutput, path: "/f")) {
            try file.writeFully(Self.bytes(1, 10).span, at: 0)
        }
        #expect(try file.status().size == 0)
        try file.writeFully(Self.bytes(1, 10).span, at: 0)
        #expect(files.operations.map(\.number) == [1, 2, 3, 4, 5])
        #expect(files.operations.map(\.kind) == [.open, .syncDirectory, .write, .status, .write])
        #expect(files.operations.map(\.count) == [0, 0, 10, 0, 10])
    }

    @Test func `every operation after the crash fails`() throws {
        let files = FaultyFileSystem { $0.kind == .write ? .crash : nil }
        let file = try Self.savedFile(files)
        #expect(throws: SystemError.self) { try file.writeFully(Self.bytes(1, 512).span, at: 0) }
        #expect(files.hasCrashed)
        #expect(throws: SystemError.self) { try file.syncData() }
        #expect(throws: SystemError.self) { _ = try files.names(in: "/") }
        #expect(files.operations.count == 3)
        #expect(Set(Self.images(files, "/f")) == [[], Self.bytes(0, 512), Self.bytes(1, 512)])
    }

    @Test func `a sync that the crash interrupts guarantees nothing`() throws {
        let files = FaultyFileSystem { $0.kind == .syncData ? .crash : nil }
        let file = try Self.savedFile(files)
        try file.writeFully(Self.bytes(1, 512).span, at: 0)
        #expect(throws: SystemError.self) { try file.syncData() }
        #expect(Set(Self.images(files, "/f")).contains([]))
    }

    @Test func `a full disk accepts what fits, then fails until its capacity grows`() throws {
        let files = FaultyFileSystem()
        files.setCapacity(100)
        let file = try Self.savedFile(files)
        let written = try file.write(Self.bytes(1, 150).span, at: 0)
        #expect(written == 100)
        #expect(throws: SystemError("pwrite", .noSpace, path: "/f")) {
            _ = try file.write(Self.bytes(1, 50).span, at: 100)
        }
        try file.writeFully(Self.bytes(2, 100).span, at: 0)
        files.setCapacity(200)
        try file.writeFully(Self.bytes(1, 50).span, at: 100)
    }

    @Test func `a mode is durable only after a full sync`() throws {
        let files = FaultyFileSystem()
        let file = try Self.savedFile(files)
        try files.setMode("/f", 0o640)
        try file.syncData()
        func modes() throws -> Set<UInt32> {
            Set(try Self.outcomes.map { try files.afterCrash($0).status(of: "/f", followingLinks: false).mode })
        }
        #expect(try modes() == [0o600, 0o640])
        try file.sync()
        #expect(try modes() == [0o640])
    }

    @Test func `equal crash outcomes give equal disks`() throws {
        let files = FaultyFileSystem()
        let file = try Self.savedFile(files)
        for index in 0..<20 { try file.writeFully(Self.bytes(UInt8(index), 700).span, at: Int64(index * 300)) }
        #expect(Self.images(files, "/f") == Self.images(files, "/f"))
    }

    // This must hold for any sequence of operations: after a sync, the disk has what programs read.
    @Test(arguments: Seeds.all)
    func `after a sync the disk has the content that programs read`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let files = FaultyFileSystem()
        let file = try Self.savedFile(files)
        for _ in 0..<Int.random(in: 1...40, using: &generator) {
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: try file.truncate(to: Int64.random(in: 0..<4000, using: &generator))
            case 1: try file.syncData()
            default:
                let bytes = Self.bytes(.random(in: 1...9, using: &generator), .random(in: 1..<1500, using: &generator))
                try file.writeFully(bytes.span, at: Int64.random(in: 0..<3000, using: &generator))
            }
        }
        let everything = try files.afterCrash(.everything).open("/f", .read).readWhole()
        #expect(try everything == file.readWhole(), "seed \(seed)")
        try file.syncData()
        let seen = try file.readWhole()
        #expect(Self.images(files, "/f").allSatisfy { $0 == seen }, "seed \(seed)")
    }
}
