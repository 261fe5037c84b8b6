import SystemCore
import Testing

@Suite struct ErrnoTests {
    @Test(arguments: [(2, "ENOENT"), (9, "EBADF"), (28, "ENOSPC"), (32, "EPIPE"), (13, "EACCES")] as [(Int32, String)])
    func `has the name that the manual uses`(code: Int32, name: String) {
        #expect(Errno(code).name == name)
    }

    @Test func `a number without a name is still told`() {
        #expect(Errno(99_999).name == "errno 99999")
        #expect(Errno(99_999).description.contains("99999"))
    }

    @Test func `the description is the C library's`() {
        #expect(Errno.noSuchFile.description == "No such file or directory")
    }

    @Test func `a message names call, path, reason and number`() {
        let error = SystemError("open", .noSpace, path: "/x")
        #expect("\(error)" == "open of /x failed: No space left on device (ENOSPC)")
        #expect("\(SystemError("accept", .tooManyOpenFiles))" == "accept failed: Too many open files (EMFILE)")
    }

    @Test(arguments: [Errno.brokenPipe, .connectionReset, .notConnected])
    func `tells a peer that is gone`(errno: Errno) {
        #expect(errno.meansPeerIsGone)
        #expect(!errno.meansExhaustion)
    }
}
