import SystemCore
import TestSupport
import Testing

@Suite struct GroupDirectoryTests {
    /// A directory with a file of groups and a script as `getent`.
    private static func directory(
        _ temporary: TemporaryDirectory,
        file: String = "root:x:0:\n",
        getent script: String? = nil
    ) throws -> GroupDirectory {
        var directory = GroupDirectory()
        directory.file = temporary.file("group")
        try write(file, to: directory.file)
        directory.programs = [temporary.file("missing"), temporary.file("getent")]
        if let script {
            try write("#!/bin/sh\n\(script)\n", to: temporary.file("getent"))
            try Kernel.setMode(temporary.file("getent"), 0o700)
        }
        return directory
    }

    private static func write(_ text: String, to path: String) throws {
        try KernelFileSystem().open(path, [.write, .create], mode: 0o600).writeFully(Array(text.utf8).span, at: 0)
    }

    @Test(
        arguments: [
            ("devs:x:4711:ann,bob\n", 4_711), ("other:x:1:\ndevs:x:4711:", 4_711), ("devs:!:7\n", 7),
            ("devs::4294967295:\n", .max), ("devs:x:7:\ndevs:x:8:\n", 7), ("devs:x:no:\ndevs:x:8:\n", 8),
            ("", nil), ("\n\n", nil), ("devs\n", nil), ("devs:x\n", nil), ("devs:x::\n", nil), ("devs:x:-1:\n", nil),
            ("devs:x:4294967296:\n", nil), ("+:::\n", nil), ("#devs:x:7:\n", nil), ("devs2:x:7:\n", nil),
            ("\u{0}:x:7:\n", nil), (":x:7:\n", nil),
        ] as [(String, UInt32?)]
    )
    func `a group is found by its name in the file`(file: String, id: UInt32?) throws {
        let temporary = try TemporaryDirectory()
        let directory = try Self.directory(temporary, file: file)
        #expect(try directory.id(of: "devs") == id)
    }

    @Test(arguments: ["", ":", "root:x", "root\n", "root\u{0}", "\u{0}"])
    func `an invalid group name is rejected without running a program`(name: String) throws {
        let temporary = try TemporaryDirectory()
        let directory = try Self.directory(temporary, getent: "touch '\(temporary.file("called"))'")
        #expect(try directory.id(of: name) == nil)
        #expect(try name.isEmpty || !Kernel.names(in: temporary.path).contains("called"))
    }

    @Test(
        arguments: [
            (#"test "$1 $2 $3" = 'group -- devs' && echo devs:x:4711:ann,bob"#, 4_711), ("exit 2", nil),
            ("echo other:x:7:", nil), ("echo nonsense", nil), ("yes devs:x:9:", 9), ("kill -KILL $$", nil),
        ] as [(String, UInt32?)]
    )
    func `getent is called for a group that the file does not contain`(script: String, id: UInt32?) throws {
        let temporary = try TemporaryDirectory()
        let directory = try Self.directory(temporary, getent: script)
        #expect(try directory.id(of: "devs") == id)
    }

    @Test func `getent is not run for a number or a group in the file`() throws {
        let temporary = try TemporaryDirectory()
        let directory = try Self.directory(temporary, getent: "echo $3:x:7:")
        #expect(try directory.id(of: "1234") == nil)
        #expect(try directory.id(of: "root") == 0)
    }

    @Test func `a getent that does not respond in time is killed and reported`() throws {
        let temporary = try TemporaryDirectory()
        var directory = try Self.directory(temporary, getent: "echo $$ >'\(temporary.file("pid"))'; exec sleep 1000")
        directory.patience = .milliseconds(300)
        #expect(throws: SystemError("getent", .timedOut, path: "devs")) { try directory.id(of: "devs") }
        if let file = try? KernelFileSystem().open(temporary.file("pid"), .read), let bytes = try? file.readWhole(),
            let pid = Int32(String(decoding: bytes.dropLast(), as: UTF8.self))
        {
            #expect(!Kernel.isProcess(pid))
        }
    }

    @Test func `without a file and a program no group is found`() throws {
        var directory = GroupDirectory()
        directory.file = "/nowhere/group"
        directory.programs = ["/nowhere/getent"]
        #expect(try directory.id(of: "root") == nil)
    }

    @Test func `the system's groups contain root and no unknown group`() throws {
        #expect(try GroupDirectory().id(of: "root") == 0)
        #expect(try GroupDirectory().id(of: "no-such-group-here") == nil)
    }
}
