import SystemCore
import TestSupport
import Testing

/// A tunerctl with a tunerd to start, a socket and a state of their own.
final class Installation {
    /// What plays the daemon.
    enum Kind: String, CaseIterable, CustomTestStringConvertible {
        /// A script, which becomes the daemon or something else.
        case script
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
    private let directory: TemporaryDirectory
    private let environment: [String: String]

    init(_ kind: Kind = .script, _ place: Place = .beside, variables: [String: String] = [:]) throws {
        directory = try TemporaryDirectory()
        for name in ["bin", "search"] { try Kernel.createDirectory(directory.file(name), mode: 0o700) }
        // As the daemon wants its socket's directory.
        try Kernel.createDirectory(directory.file("run"), mode: 0o700)
        socket = directory.file("run/socket")
        state = directory.file("home/.local/state/tuner")
        environment = ["PATH": "\(directory.file("search")):/usr/bin:/bin", "HOME": directory.file("home")]
            .merging(["TUNER_SOCKET": socket].merging(variables) { $1 }) { $1 }
        try link(BuiltProduct.path("tunerctl"), as: "bin/tunerctl")
        guard place != .nowhere else { return }
        let name = place == .beside ? "bin/tunerd" : "search/tunerd"
        switch kind {
        case .daemon: try link(BuiltProduct.path("tunerd"), as: name)
        case .script: try write(Installation.script, as: name)
        }
    }

    // What a test has started must not outlive it.
    deinit { _ = try? run("stop", "--timeout", "5") }

    /// Its variables, with which both programs are found.
    var searchingEnvironment: [String: String] {
        environment.merging(["PATH": "\(directory.file("bin")):/usr/bin:/bin"]) { $1 }
    }

    /// Runs its tunerctl and waits for the end.
    func run(_ arguments: String...) throws -> Program.Result {
        try Program(directory.file("bin/tunerctl"), arguments, environment: environment).wait()
    }

    /// Starts its tunerctl, which has something to read and finds both programs.
    func start(_ arguments: String...) throws -> Program { try start(arguments) }

    /// The same with arguments in a list, perhaps before a terminal.
    func start(_ arguments: [String], on streams: Program.Streams = .allPipes) throws -> Program {
        let variables = environment.merging(["PATH": "\(directory.file("bin")):/usr/bin:/bin"]) { $1 }
        return try Program(directory.file("bin/tunerctl"), arguments, environment: variables, on: streams)
    }

    /// Starts its tunerctl under strace, which makes the kernel do something at some of its calls.
    func start(injecting injections: [String], into arguments: [String]) throws -> Program {
        // The traced program is the one that is started: signals reach it.
        let options = ["-D", "-o", "/dev/null"] + injections.flatMap { ["-e", "inject=\($0)"] }
        return try Program(
            "/usr/bin/strace",
            options + [directory.file("bin/tunerctl")] + arguments,
            environment: searchingEnvironment
        )
    }

    /// Starts a shell's script from a file, in which both programs are found.
    func startShell(_ path: String) throws -> Program {
        let variables = environment.merging(["PATH": "\(directory.file("bin")):/usr/bin:/bin"]) { $1 }
        return try Program("/bin/sh", [path], environment: variables, on: .allPipes)
    }

    /// Runs a shell's script, in which both programs are found, both streams in one.
    func shell(_ script: String, on streams: Program.Streams = .pipes) throws -> Program.Result {
        let path = "\(directory.file("bin")):/usr/bin:/bin"
        let variables = environment.merging(["PATH": path]) { $1 }
        return try Program(script: "exec 2>&1\n\(script)", environment: variables, on: streams)
            .wait(within: .seconds(300))
    }

    /// Writes a file of it; answers its path.
    func write(_ text: String, to name: String) throws -> String {
        let bytes = Array(text.utf8)
        let file = try Kernel.open(file(name), [.write, .create, .truncate])
        try KernelFile(file).writeFully(bytes.span, at: 0)
        return self.file(name)
    }

    /// The path of a file of it.
    func file(_ name: String) -> String { directory.file(name) }

    private func link(_ program: String, as name: String) throws {
        let script = "ln '\(program)' '\(file(name))' || cp '\(program)' '\(file(name))'"
        _ = try Program(script: script).wait()
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
        for word in "$@"; do
            case $word in
            --fail) printf 'first\\nwhat is \\033 wrong\\n' >&2; exit 3 ;;
            --kill) kill -9 $$ ;;
            --wait) exec sleep 600 ;;
            esac
        done
        exec '\(BuiltProduct.path("tunerd"))' "$@"

        """
}
