import NetworkCore
import SystemCore
import TestSupport

/// A web server of another program, which serves one page on another port.
final class PageServer {
    let port: UInt16
    private let directory: TemporaryDirectory
    private let program: Program

    init(page: String) throws {
        directory = try TemporaryDirectory()
        let file = try Kernel.open(directory.file("index.html"), [.write, .create], mode: 0o600)
        try KernelFile(file).writeFully([UInt8](page.utf8).span, at: 0)
        program = try Program(
            "/usr/bin/python3",
            ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", directory.path]
        )
        let text = try program.output { $0.contains("\n") }
        guard let match = text.firstMatch(of: /port ([0-9]+)/), let port = UInt16(match.1) else {
            throw ProgramFault.hasEnded(try program.wait())
        }
        self.port = port
    }
}
