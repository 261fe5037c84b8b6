import GatewayFiles
import NetworkCore
import SystemCore
import TestSupport
import Testing

@testable import WebGateway

/// A process of the real gateway, in a temporary directory.
final class GatewayProcess {
    let directory: TemporaryDirectory
    let program: Program
    /// The receiver of the gateway's notifications to its service manager.
    let manager: DatagramReader
    /// The line on standard error.
    let line: String
    let port: UInt16

    /// Starts the gateway, on a free port unless the options say something else, and waits until it serves.
    init(
        _ options: String = "--port 0",
        variables: String = "",
        passing descriptors: [Int32] = [],
        in existing: TemporaryDirectory? = nil
    ) throws {
        directory = try existing ?? TemporaryDirectory()
        let notifySocket = directory.file("manager")
        try? Kernel.removeFile(notifySocket)
        manager = try DatagramReader(notifySocket)
        program = try Program(
            script: """
                exec env -u TUNER_SOCKET XDG_RUNTIME_DIR='\(directory.path)' NOTIFY_SOCKET='\(notifySocket)' \(variables) \
                '\(BuiltProduct.path("tunerweb"))' \(options)
                """,
            passing: descriptors
        )
        line = try program.errors { $0.hasSuffix("\n") }
        let digits = line.dropLast(2).split(separator: ":").last ?? ""
        guard line.hasPrefix("tunerweb: serving http://"), let port = UInt16(digits) else {
            throw ProgramFault.hasEnded(try program.wait())
        }
        self.port = port
    }

    /// Runs the gateway to its end, for a start that fails.
    static func run(
        _ options: String,
        in directory: TemporaryDirectory,
        under prefix: String = ""
    ) throws
        -> Program.Result
    {
        try Program(
            script: """
                exec env -u TUNER_SOCKET XDG_RUNTIME_DIR='\(directory.path)' \(prefix) \
                '\(BuiltProduct.path("tunerweb"))' \(options)
                """
        ).wait()
    }

    var tokenFile: String { directory.file("tuner/tunerweb.token") }

    var token: String {
        get throws { try TokenFile.token(at: tokenFile) }
    }

    #if os(Linux)
    /// The largest resident memory of the gateway so far, in KiB.
    var peakMemory: Int {
        get throws {
            let path = "/proc/\(program.processID)/status"
            let status = String(decoding: try KernelFileSystem().open(path, .read).readWhole(), as: UTF8.self)
            let peak = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }?.split(separator: " ")
            return try #require(peak.flatMap { $0.count > 2 ? Int($0[$0.count - 2]) : nil })
        }
    }
    #endif

    var host: String { "localhost:\(port)" }

    /// Returns the client's end of a new connection.
    func connect(to address: IPAddress = .loopbackV4) throws -> TestPeer {
        try TestPeer(connected(to: address))
    }

    private func connected(to address: IPAddress) throws -> Descriptor {
        let socket = try Network.connect(to: Endpoint(address, port: port))
        _ = try Kernel.wait(for: .writable, on: socket, .duration(.seconds(60)))
        return socket
    }

    /// Sends a request on a new connection, and returns the response; the request closes the connection.
    func request(
        _ line: String,
        _ fields: [String] = [],
        host: String? = nil,
        body: String = "",
        on wire: TestPeer? = nil
    ) throws -> String {
        let wire = try wire ?? connect()
        let head = ["\(line) HTTP/1.1", "Host: \(host ?? self.host)", "Connection: close"] + fields
        try wire.write((head + ["", body]).joined(separator: "\r\n"))
        return wire.readToEnd()
    }

    /// Returns the response to a request from a process of another user; only root can start one.
    func requestOfOther(_ line: String, _ fields: [String] = [], body: String = "") throws -> String {
        let head = ["\(line) HTTP/1.1", "Host: \(host)", "Connection: close"] + fields
        let text = (head + ["", body]).joined(separator: "\r\n")
        let program = try Program(
            script: "exec setpriv --reuid=65534 --clear-groups nc 127.0.0.1 \(port)",
            on: .allPipes
        )
        try program.write(text)
        // The program then waits for the end of the connection.
        program.endInput()
        return try program.wait().output
    }
}
