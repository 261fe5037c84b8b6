import SystemCore
import Testing

@Suite struct ErrnoTests {
    @Test(arguments: [(2, "ENOENT"), (9, "EBADF"), (28, "ENOSPC"), (32, "EPIPE"), (13, "EACCES")] as [(Int32, String)])
    func `an errno has its symbolic name`(code: Int32, name: String) {
        #expect(Errno(code).name == name)
    }

    @Test func `an errno without a symbolic name is shown as a number`() {
        #expect(Errno(99_999).name == "errno 99999")
        #expect(Errno(99_999).description.contains("99999"))
    }

    @Test func `an errno's description is that of the C library`() {
        #expect(Errno.noSuchFile.description == "No such file or directory")
    }

    @Test func `a system error names the call, the path, the reason and the errno`() {
        let error = SystemError("open", .noSpace, path: "/x")
        #expect("\(error)" == "open of /x failed: No space left on device (ENOSPC)")
        #expect("\(SystemError("accept", .tooManyOpenFiles))" == "accept failed: Too many open files (EMFILE)")
    }

    @Test(arguments: [Errno.brokenPipe, .connectionReset, .notConnected])
    func `an errno of a disconnected peer is recognized`(errno: Errno) {
        #expect(errno.meansPeerIsGone)
        #expect(!errno.meansExhaustion)
    }
}
