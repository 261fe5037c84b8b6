import GatewayFiles
import JSONCore
import SystemCore

/// A daemon and a gateway in a temporary directory, which stop when this process ends, however it ends.
final class DemoServers {
    /// The time for both to start on a slow machine.
    private static let patience = Duration.seconds(60)
    private static let interval = Duration.milliseconds(5)

    /// The path of the daemon's socket.
    let socket: String
    /// The file with the line that the playground shows.
    ///
    /// Other programs can see the arguments of a program, and those of the same user its environment.
    let hint: String
    /// The file with the messages of both.
    private let log: String
    private let directory: TemporaryDirectory
    private let gateway: GatewayFiles
    private let processes: [(name: String, pid: Int32)]
    /// The other end of the standard input of both, which they read to its end.
    private var input: Descriptor?

    /// Starts both, which are not ready yet.
    init() throws {
        directory = try TemporaryDirectory()
        (socket, log) = (directory.file("tunerd.sock"), directory.file("log"))
        hint = directory.file("hint")
        gateway = GatewayFiles(ofSocket: socket)
        let daemon = ["--socket", socket, "--state", directory.file("state"), "--durability", "none"]
        let input = try HeldInput()
        let output = try Kernel.open(log, [.write, .create])
        var processes: [(name: String, pid: Int32)] = []
        for (name, options) in [("tunerd", daemon), ("tunerweb", ["--socket", socket, "--port", "0"])] {
            let pid = try input.spawn(try Demo.program(name), options + ["--stop-on-eof"], logging: output)
            processes.append((name, pid))
        }
        self.processes = processes
        self.input = input.hold()
    }

    /// Waits until both are ready, and returns the link to the page.
    func link() throws -> DemoLink {
        let address = try UnixAddress(socket)
        let deadline = Kernel.monotonicTime() + DemoServers.patience
        while Kernel.monotonicTime() < deadline {
            if let status = try gateway.running(), (try? Kernel.connect(to: address)) != nil {
                return try DemoLink(status.url, gateway.oneTimeTokens)
            }
            for (name, pid) in processes {
                if let end = try Kernel.end(ofChild: pid) { throw DemoFault.hasEnded(name, end, log: text(of: log)) }
            }
            try Kernel.sleep(for: DemoServers.interval)
        }
        throw DemoFault.slowStart
    }

    /// Replaces the line that the playground shows.
    func show(_ link: DemoLink) throws(SystemError) {
        let files = KernelFileSystem()
        let temporary = directory.file("hint.new")
        let file = try files.open(temporary, [.write, .create], mode: 0o600)
        try file.writeFully(Array("drag the sliders at \(link.url)".utf8).span, at: 0)
        try files.rename(temporary, to: hint)
    }

    /// Stops both, and waits until they have ended.
    func stop() {
        input = nil
        for (_, pid) in processes { _ = try? Kernel.waitForEnd(ofChild: pid) }
    }

    private func text(of path: String) -> String {
        String(decoding: (try? KernelFileSystem().open(path, .read).readWhole()) ?? [], as: UTF8.self)
    }
}

/// A reason why the demo cannot run.
enum DemoFault: Error, CustomStringConvertible {
    case notBuilt(String)
    case hasEnded(String, ProcessEnd, log: String)
    case slowStart

    var description: String {
        switch self {
        case .notBuilt(let path): "there is no \(path.shownWhole); type: swift run -c release tuner-demo"
        case .hasEnded(let name, let end, let log): "\(name) has ended: \(end)\n\(log)"
        case .slowStart: "tunerd and tunerweb have not started within 60 s"
        }
    }
}
