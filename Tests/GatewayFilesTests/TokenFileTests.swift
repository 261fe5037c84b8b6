import GatewayFiles
import SystemCore
import TestSupport
import Testing

struct TokenFileTests {
    private let directory: TemporaryDirectory
    private let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.file("run/tunerweb.token")
    }

    private func write(_ text: String, mode: UInt32 = 0o600) throws {
        try KernelFileSystem().createDirectories(directory.file("run"), mode: 0o700)
        let file = try KernelFileSystem().open(path, [.write, .create, .truncate])
        try file.writeFully(Array(text.utf8).span, at: 0)
        try Kernel.setMode(path, mode)
    }

    private func token() throws(TokenFile.Fault) -> String { try TokenFile.token(at: path) }

    @Test func `a missing file is created with a new token, for its user only`() throws {
        let first = try token()
        #expect(first.utf8.count == 64)
        #expect(first.allSatisfy { $0.isHexDigit })
        #expect(try Kernel.status(of: path).mode == 0o600)
        #expect(try Kernel.status(of: directory.file("run")).mode == 0o700)
        #expect(try Kernel.names(in: directory.file("run")) == ["tunerweb.token"])
        #expect(try token() == first)
        try Kernel.removeFile(path)
        #expect(try token() != first)
    }

    @Test(arguments: ["", "\n"])
    func `an existing token is kept, with or without a line end`(end: String) throws {
        let text = String(repeating: "x~!", count: 20)
        try write("\(text)\(end)", mode: 0o400)
        #expect(try token() == text)
    }

    @Test(
        arguments: [
            "", "\n", "short", String(repeating: "a", count: 31), String(repeating: "a", count: 513),
            String(repeating: "a b", count: 20), String(repeating: "ä", count: 40),
            String(repeating: "a", count: 40) + "\n\n", String(repeating: "a", count: 40) + "\r\n",
        ]
    )
    func `a file without a token is refused and stays`(text: String) throws {
        try write(text)
        #expect(throws: TokenFile.Fault.content) { try token() }
        #expect(try KernelFileSystem().open(path, .read).readWhole() == Array(text.utf8))
    }

    @Test(arguments: [0o640, 0o604, 0o660, 0o622, 0o610] as [UInt32])
    func `a file that other users have access to is refused`(mode: UInt32) throws {
        try write(String(repeating: "a", count: 64), mode: mode)
        #expect(throws: TokenFile.Fault.isOpen(mode: mode)) { try token() }
    }

    @Test(.enabled(if: Kernel.userID == 0 || Demands.areStrict, "only root can give a file away"))
    func `a file of another user is refused`() throws {
        try write(String(repeating: "a", count: 64))
        try Kernel.setOwner(of: path, to: 65_534)
        #expect(throws: TokenFile.Fault.belongs(to: 65_534)) { try token() }
    }

    @Test func `a symbolic link is refused, also to a good file`() throws {
        _ = try token()
        let link = directory.file("run/link")
        #expect(symbolicLink(link, to: path))
        #expect(throws: TokenFile.Fault.self) { try TokenFile.token(at: link) }
    }

    @Test func `a directory that other users can change is refused`() throws {
        _ = try token()
        let run = directory.file("run")
        try Kernel.setMode(run, 0o777)
        #expect(throws: TokenFile.Fault.directory(run, .isWritable(mode: 0o777))) { try token() }
    }

    @Test func `a directory at the path is refused`() throws {
        try KernelFileSystem().createDirectories(path, mode: 0o700)
        #expect(throws: TokenFile.Fault.self) { try token() }
    }
}
