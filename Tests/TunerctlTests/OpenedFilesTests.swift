import BlockingTests
import SystemCore
import TestSupport
import Testing

/// Tests of the files that the program opens.
///
/// Scripts call the program in loops, so each file costs time.
@Suite(.blocking) struct OpenedFilesTests {
    /// The files that the loader and Swift's libraries open before the program begins, and libraries.
    private static let ownFiles = ["/proc/self/maps", "/sys/devices/system/cpu/", "/etc/ld.so."]

    @Test(
        .enabled(if: Kernel.isProgram("/usr/bin/strace") || Demands.areStrict, "missing here: strace"),
        .disabled(if: Demands.areSanitized, "a sanitizer opens its own files")
    )
    func `ping opens only libraries and the socket`() throws {
        let daemon = try FakeDaemon()
        let directory = try TemporaryDirectory()
        let log = directory.file("log")
        let calls = "trace=open,openat,creat,execve,socket,connect"
        let line = [
            "-f", "-o", log, "-e", calls, BuiltProduct.path("tunerctl"), "--socket", daemon.path, "--timeout", "60",
            "ping",
        ]
        let result = try Program("/usr/bin/strace", line).wait()
        #expect(result.code == 0, "\(result)")
        let bytes = try KernelFile(try Kernel.open(log, .read)).readWhole()
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        let unneeded = lines.filter { line in
            line.contains("open") && !line.contains(".so") && !line.contains(" = -1 ")
                && !Self.ownFiles.contains { line.contains($0) }
        }
        #expect(unneeded.isEmpty)
        #expect(lines.count { $0.contains("socket(") } == 1)
        #expect(lines.count { $0.contains("connect(") } == 1)
    }
}
