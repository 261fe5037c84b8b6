import SystemCore
import TestSupport
import Testing

/// A tunerctl with a tunerd to start, a socket and a state of their own.
final class Installation {
    /// What plays the daemon.
    enum Kind: String, CaseIterable, CustomTestStringConvertible {
        /// A script, which becomes the test server.
        case standIn
        /// The daemon itself.
        case daemon

        var testDescription: String { rawValue }
    }

    /// Where the daemon's program is.
    enum Place {
        case beside
        case searchPath
        case nowhere
    }

    let socket: String
    let state: String
    private let folder: TemporaryDirectory
    private let environment: [String: String]

    init(_ kind: Kind = .standIn, _ place: Place = .beside, variables: [String: String] = [:]) throws {
        folder = try TemporaryDirectory()
        for name in ["bin", "search"] { try Kernel.createDirectory(folder.file(name), mode: 0o700) }
        // As the daemon wants its socket's folder.
        try Kernel.createDirectory(folder.file("run"), mode: 0o700)
        socket = folder.file("run/socket")
        state = folder.file("home/.local/state/tuner")
        environment = ["PATH": "\(folder.file("search")):/usr/bin:/bin", "HOME": folder.file("home")]
            .merging(["TUNER_SOCKET": socket].merging(variables) { $1 }) { $1 }
        try link(BuiltProduct.path("tunerctl"), as: "bin/tunerctl")
        guard place != .nowhere else { return }
        let name = place == .beside ? "bin/tunerd" : "search/tunerd"
        switch kind {
        case .daemon: try link(BuiltProduct.path("tunerd"), as: name)
        case .standIn: try write(Installation.script, as: name)
        }
    }

    // What a test has started must not outlive it.
    deinit { _ = try? run("stop", "--timeout", "5") }

    /// Runs its tunerctl and waits for the end.
    func run(_ arguments: String...) throws -> RunningCommand.Result {
        let program = folder.file("bin/tunerctl")
        return try RunningCommand(arguments, program: program, environment: environment).wait()
    }

    /// The path of a file of it.
    func file(_ name: String) -> String { folder.file(name) }

    private func link(_ program: String, as name: String) throws {
        let script = "ln '\(program)' '\(file(name))' || cp '\(program)' '\(file(name))'"
        _ = try RunningCommand(["-c", script], program: "/bin/sh", environment: ["PATH": "/usr/bin:/bin"]).wait()
    }

    private func write(_ text: String, as name: String) throws {
        let bytes = Array(text.utf8)
        let file = try Kernel.open(file(name), [.write, .create])
        try KernelFile(file).writeFully(bytes.span, at: 0)
        try Kernel.setMode(self.file(name), 0o700)
    }

    private static let script = """
        #!/bin/sh
        echo "started with $*"
        socket=$TUNER_SOCKET
        while [ $# -gt 0 ]; do
            case $1 in
            --socket) socket=$2; shift ;;
            --state) shift ;;
            --fail) printf 'first\\nwhat is \\033 wrong\\n' >&2; exit 3 ;;
            --kill) kill -9 $$ ;;
            --wait) exec sleep 20 ;;
            esac
            shift
        done
        rm -f "$socket"
        exec '\(BuiltProduct.path("test-server"))' "$socket"

        """
}
