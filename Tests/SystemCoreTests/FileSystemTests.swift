import SystemCore
import TestSupport
import Testing

/// Tests that the kernel's file system and the simulated one must both pass.
@Suite struct FileSystemTests {
    /// A file system, and a directory in it for one test.
    final class Tree: Sendable, CustomTestStringConvertible {
        let files: any FileSystem
        let directory: String
        let testDescription: String
        private let temporary: TemporaryDirectory?

        init(kernel temporary: TemporaryDirectory) {
            files = KernelFileSystem()
            directory = temporary.path
            testDescription = "kernel"
            self.temporary = temporary
        }

        init(simulated: FaultyFileSystem) {
            files = simulated
            directory = "/"
            testDescription = "simulated"
            temporary = nil
        }

        func path(_ name: String) -> String { directory == "/" ? "/\(name)" : "\(directory)/\(name)" }
    }

    enum Choice: CaseIterable {
        case kernel
        case simulated

        func make() throws -> Tree {
            switch self {
            case .kernel: Tree(kernel: try TemporaryDirectory())
            case .simulated: Tree(simulated: FaultyFileSystem())
            }
        }
    }

    private static func errno(_ body: () throws -> Void) -> Errno? {
        do {
            try body()
            return nil
        } catch let error as SystemError {
            return error.errno
        } catch {
            return nil
        }
    }

    @Test(arguments: Choice.allCases)
    func `written data is read back at its offsets`(choice: Choice) throws {
        let tree = try choice.make()
        let file = try tree.files.open(tree.path("f"), [.read, .write, .create])
        try file.writeFully(Array("world".utf8).span, at: 6)
        try file.writeFully(Array("hel".utf8).span, Array("lo,".utf8).span, at: 0)
        #expect(try file.readWhole() == Array("hello,world".utf8))
        #expect(try file.readFully(count: 3, at: 4) == Array("o,w".utf8))
        #expect(try file.readFully(count: 30, at: 6) == Array("world".utf8))
        #expect(try file.readFully(count: 3, at: 100) == [])
        try file.syncData()
        try file.sync()
        try file.truncate(to: 2)
        #expect(try file.readWhole(chunk: 1) == Array("he".utf8))
        try file.truncate(to: 4)
        #expect(try file.readWhole() == Array("he\0\0".utf8))
        #expect(try file.status().size == 4)
    }

    @Test(arguments: Choice.allCases)
    func `open obeys its options`(choice: Choice) throws {
        let tree = try choice.make()
        let path = tree.path("f")
        #expect(Self.errno { _ = try tree.files.open(path, .read) } == .noSuchFile)
        _ = try tree.files.open(path, [.write, .create, .exclusive], mode: 0o640)
        #expect(Self.errno { _ = try tree.files.open(path, [.write, .create, .exclusive]) } == .fileExists)
        try tree.files.open(path, .write).writeFully(Array("old".utf8).span, at: 0)
        #expect(try tree.files.open(path, [.write, .create]).status().size == 3)
        #expect(try tree.files.open(path, [.write, .truncate]).status().size == 0)
        let status = try tree.files.status(of: path, followingLinks: true)
        #expect(status.kind == .regular)
        #expect(status.mode == 0o640)
        #expect(status.owner == Kernel.userID)
        #expect(try status.identity == tree.files.open(path, .read).status().identity)
    }

    @Test(arguments: Choice.allCases)
    func `files can be created, renamed, listed and removed`(choice: Choice) throws {
        let tree = try choice.make()
        let files = tree.files
        for name in ["c", "a", "b"] {
            try files.open(tree.path(name), [.write, .create]).writeFully(Array(name.utf8).span, at: 0)
        }
        #expect(try files.names(in: tree.directory) == ["a", "b", "c"])
        try files.rename(tree.path("a"), to: tree.path("b"))
        #expect(try files.names(in: tree.directory) == ["b", "c"])
        #expect(try files.open(tree.path("b"), .read).readWhole() == Array("a".utf8))
        let open = try files.open(tree.path("c"), .read)
        try files.removeFile(tree.path("c"))
        #expect(try open.readWhole() == Array("c".utf8))
        #expect(Self.errno { try files.removeFile(tree.path("c")) } == .noSuchFile)
        #expect(Self.errno { try files.rename(tree.path("c"), to: tree.path("d")) } == .noSuchFile)
        try files.syncDirectory(tree.directory)
        #expect(Self.errno { try files.syncDirectory(tree.path("b")) } == .notDirectory)
    }

    @Test(arguments: Choice.allCases)
    func `createDirectories creates the missing parents`(choice: Choice) throws {
        let tree = try choice.make()
        let files = tree.files
        let directories = ["a", "a/b", "a/b/c"].map(tree.path)
        #expect(try files.createDirectories(directories[0], mode: 0o750) == [directories[0]])
        #expect(try files.createDirectories(directories[2], mode: 0o700) == Array(directories[1...]))
        #expect(try files.createDirectories(directories[2], mode: 0o755) == [])
        let modes = try directories.map { try files.status(of: $0, followingLinks: false).mode }
        #expect(modes == [0o750, 0o700, 0o700])
        _ = try files.open(tree.path("f"), [.write, .create])
        #expect(try files.createDirectories(tree.path("f"), mode: 0o700) == [])
        #expect(Self.errno { try files.createDirectories(tree.path("f/g/h"), mode: 0o700) } == .notDirectory)
    }

    @Test func `createDirectories refuses a path below a dangling link`() throws {
        let directory = try TemporaryDirectory()
        #expect(symbolicLink(directory.file("link"), to: directory.file("nowhere")))
        let path = directory.file("link/a/b")
        #expect(Self.errno { try KernelFileSystem().createDirectories(path, mode: 0o700) } == .noSuchFile)
        #expect(Self.errno { try KernelFileSystem().createDirectories("", mode: 0o700) } == .noSuchFile)
    }

    @Test(arguments: Choice.allCases)
    func `a directory has the given mode and is removed only when empty`(choice: Choice) throws {
        let tree = try choice.make()
        let files = tree.files
        let directory = tree.path("d")
        try files.createDirectory(directory, mode: 0o770)
        var status = try files.status(of: directory, followingLinks: false)
        #expect(status.kind == .directory)
        #expect(status.mode == 0o770)
        try files.setMode(directory, 0o700)
        try files.setGroup(directory, Kernel.groupID)
        status = try files.status(of: directory, followingLinks: false)
        #expect(status.mode == 0o700)
        #expect(status.group == Kernel.groupID)
        #expect(Self.errno { try files.createDirectory(directory, mode: 0o700) } == .fileExists)
        _ = try files.open("\(directory)/f", [.write, .create])
        #expect(Self.errno { try files.removeDirectory(directory) } == .directoryNotEmpty)
        #expect(Self.errno { try files.rename(tree.path("d"), to: "\(directory)/f") } == .invalidArgument)
        #expect(Self.errno { _ = try files.open("\(directory)/f/g", .read) } == .notDirectory)
        #expect(Self.errno { _ = try files.names(in: "\(directory)/f") } == .notDirectory)
        try files.removeFile("\(directory)/f")
        try files.removeDirectory(directory)
        #expect(try files.names(in: tree.directory) == [])
    }

    @Test func `status reports links, and open refuses a link with noFollow`() throws {
        let tree = try Choice.kernel.make()
        _ = try tree.files.open(tree.path("f"), [.write, .create])
        #expect(symbolicLink(tree.path("l"), to: tree.path("f")))
        #expect(try tree.files.status(of: tree.path("l"), followingLinks: false).kind == .symbolicLink)
        #expect(try tree.files.status(of: tree.path("l"), followingLinks: true).kind == .regular)
        #expect(Self.errno { _ = try tree.files.open(tree.path("l"), [.read, .noFollow]) } == .tooManySymbolicLinks)
        _ = try tree.files.open(tree.path("l"), .read)
    }

    @Test func `a path that contains a NUL is refused`() throws {
        let tree = try Choice.kernel.make()
        _ = try tree.files.open(tree.path("f"), [.write, .create])
        #expect(Self.errno { _ = try tree.files.open(tree.path("f\0g"), .read) } == .invalidArgument)
        #expect(Self.errno { try tree.files.removeFile(tree.path("f\0")) } == .invalidArgument)
        #expect(Self.errno { try tree.files.rename(tree.path("f"), to: tree.path("g\0")) } == .invalidArgument)
        #expect(try tree.files.names(in: tree.directory) == ["f"])
    }

    @Test func `writing to a file that is open for reading traps`() async {
        await #expect(processExitsWith: .signal(Trap.signal)) {
            let file = try KernelFileSystem().open("/dev/null", .read)
            try file.writeFully(Array("x".utf8).span, at: 0)
        }
    }

    @Test(arguments: 1...4)
    func `short reads and writes are continued to the end`(limit: Int) throws {
        let simulated = FaultyFileSystem { _ in .short(limit) }
        let file = try simulated.open("/f", [.read, .write, .create])
        let (head, body) = (Array("headline".utf8), Array("and body".utf8))
        try file.writeFully(head.span, body.span, at: 1)
        try file.writeFully(Array("\n".utf8).span, at: 0)
        #expect(try file.readWhole() == Array("\nheadlineand body".utf8))
        #expect(simulated.operations.count { $0.kind == .write } >= 16 / limit)
    }

    // The simulation is useful only as far as it behaves like the kernel.
    @Test(arguments: Seeds.all)
    func `the simulated file system agrees with the kernel on random operations`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let trees = try [Choice.kernel.make(), Choice.simulated.make()]
        for step in 0..<400 {
            let what = Int.random(in: 0..<12, using: &generator)
            let names = (0..<2).map { _ in ["a", "b", "d", "d/a", "d/b", "e"].randomElement(using: &generator) ?? "a" }
            let offset = Int64.random(in: 0..<2000, using: &generator)
            let bytes = (0..<Int.random(in: 1..<900, using: &generator)).map { UInt8(truncatingIfNeeded: $0) }
            let results = trees.map { tree in
                Self.result(of: tree, to: what, names.map(tree.path), offset, bytes)
            }
            guard results[0] == results[1] else {
                Issue.record("seed \(seed), step \(step), operation \(what) on \(names): \(results)")
                return
            }
        }
    }

    private static func result(
        of tree: Tree,
        to what: Int,
        _ paths: [String],
        _ offset: Int64,
        _ bytes: [UInt8]
    ) -> String {
        let files = tree.files
        do {
            switch what {
            case 0, 1: try files.open(paths[0], [.write, .create]).writeFully(bytes.span, at: offset)
            case 2: try files.open(paths[0], .write).truncate(to: offset)
            case 3:
                let content = try files.open(paths[0], [.read, .write]).readWhole()
                return "\(content.count) \(content.reduce(0 as UInt64) { $0 &* 31 &+ UInt64($1) })"
            case 4: try files.rename(paths[0], to: paths[1])
            case 5: try files.removeFile(paths[0])
            case 6: try files.createDirectory(paths[0], mode: 0o755)
            case 7: try files.removeDirectory(paths[0])
            case 8: return try "\(files.names(in: paths[0]))"
            case 9: _ = try files.open(paths[0], [.write, .create, .exclusive])
            case 10: return try "\(files.names(in: tree.directory))"
            default:
                let status = try files.status(of: paths[0], followingLinks: true)
                // The size of a directory depends on the file system.
                return "\(status.kind) \(status.mode) \(status.kind == .regular ? status.size : 0)"
            }
            return "done"
        } catch {
            return error.errno.name
        }
    }
}
