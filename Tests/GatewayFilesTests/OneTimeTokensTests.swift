import GatewayFiles
import SystemCore
import TestSupport
import Testing

struct OneTimeTokensTests {
    private let directory: TemporaryDirectory
    private let clocks: ManualClocks
    private let tokens: OneTimeTokens
    private let once: String

    init() throws {
        directory = try TemporaryDirectory()
        // A file has the time of the kernel's clock.
        clocks = ManualClocks(wall: Kernel.wallTime())
        tokens = OneTimeTokens(beside: directory.file("token"), clock: clocks.clocks)
        once = directory.file("token.once")
    }

    private func use(_ token: String) -> Bool { tokens.use(token.utf8.span) }

    @Test func `a token can be used once`() throws {
        let (first, second) = (try tokens.add(), try tokens.add())
        #expect(first != second)
        #expect(try Kernel.status(of: once).mode == 0o700)
        #expect(use(first))
        #expect(!use(first))
        #expect(try Kernel.names(in: once) == [second])
        #expect(use(second))
        #expect(!use(second))
    }

    @Test(arguments: ["", "/", ".", "..", "../token", "nothing"])
    func `no other text is a token`(text: String) throws {
        #expect(!use(text))
        let token = try tokens.add()
        _ = try KernelFileSystem().open(directory.file("token"), [.write, .create])
        #expect(!use(text))
        #expect(!use("\(token)0"))
        #expect(!use(String(token.dropLast())))
        #expect(!use("./\(token)"))
        #expect(try Kernel.names(in: once) == [token])
        #expect((try? Kernel.status(of: directory.file("token"))) != nil)
    }

    @Test func `an old token cannot be used, and is removed`() throws {
        let old = try tokens.add()
        clocks.advance(by: .seconds(301))
        #expect(!use("nothing"))
        #expect(try Kernel.names(in: once) == [])
        #expect(!use(old))
    }

    @Test func `a new token removes old ones`() throws {
        _ = try tokens.add()
        clocks.advance(by: .seconds(301))
        let new = try tokens.add()
        #expect(try Kernel.names(in: once) == [new])
    }

    @Test func `each of many tokens can be used`() throws {
        let added = try (0..<100).map { _ in try tokens.add() }
        #expect(added.allSatisfy(use))
        #expect(try Kernel.names(in: once) == [])
    }

    @Test func `a token can be used for five minutes`() throws {
        let token = try tokens.add()
        clocks.advance(by: .seconds(290))
        #expect(use(token))
    }

    @Test func `tokens in a directory that other users can change cannot be used`() throws {
        let token = try tokens.add()
        try Kernel.setMode(once, 0o777)
        #expect(!use(token))
        try Kernel.setMode(once, 0o700)
        #expect(use(token))
    }

    @Test func `a link or a directory is no token`() throws {
        _ = try tokens.add()
        #expect(symbolicLink("\(once)/link", to: directory.file("nothing")))
        try KernelFileSystem().createDirectories("\(once)/directory", mode: 0o700)
        #expect(!use("link"))
        #expect(!use("directory"))
    }
}
