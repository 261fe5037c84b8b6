import SystemCore
import TestSupport
import Testing

/// A directory for `tunerctl` and `tunerd`, with a separate socket and state.
final class Installation {
    /// The program that runs as the daemon.
    enum Kind: String, CaseIterable, CustomTestStringConvertible {
        /// A script, which can run the daemon or another program.
        case script
        /// `tunerd`.
        case daemon

        var testDescription: String { rawValue }
    }

    /// The location of the daemon's program.
    enum Location {
        case beside
        case searchPath
        case nowhere
    }

    let socket: String
    let state: String
    private let directory: TemporaryDirectory
    private let environment: [String: String]
    private var hasGateway = false

    init(_ kind: Kind = .script, _ location: Location = .beside, variables: [String: String] = [:]) throws {
        directory = try TemporaryDirectory()
        for name in ["bin", "search"] { try Kernel.createDirectory(directory.file(name), mode: 0o700) }
        // The mode that the daemon requires of its socket's directory.
        try Kernel.createDirectory(directory.file("run"), mode: 0o700)
        socket = directory.file("run/socket")
        state = directory.file("home/.local/state/tuner")
        environment = ["PATH": "\(directory.file("search")):/usr/bin:/bin", "HOME": directory.file("home")]
            .merging(["TUNER_SOCKET": socket].merging(variables) { $1 }) { $1 }
        try link(BuiltProduct.path("tunerctl"), as: "bin/tunerctl")
        guard location != .nowhere else { return }
        let name = location == .beside ? "bin/tunerd" : "search/tunerd"
        switch kind {
        case .daemon: try link(BuiltProduct.path("tunerd"), as: name)
        case .script: try write(Installation.script, as: name)
        }
    }

    // The programs of a test must end with the test.
    deinit {
        if hasGateway {
            _ = try? run("web", "--stop", "--timeout", "5")
        }
        _ = try? run("stop", "--timeout", "5")
    }

    /// Adds `tunerweb` beside `tunerctl`.
    func addGateway() throws {
        hasGateway = true
        try link(BuiltProduct.path("tunerweb"), as: "bin/tunerweb")
    }

    /// The environment, in which both programs are found.
    var searchingEnvironment: [String: String] {
        environment.merging(["PATH": "\(directory.file("bin")):/usr/bin:/bin"]) { $1 }
    }

    /// Runs `tunerctl` and waits for its end.
    func run(_ arguments: String...) throws -> Program.Result {
        try Program(directory.file("bin/tunerctl"), arguments, environment: environment).wait()
    }

    /// Starts `tunerctl` with a pipe as its standard input.
    func start(_ arguments: String...) throws -> Program { try start(arguments) }

    /// Starts `tunerctl` with a list of arguments, with pipes or in a terminal.
    func start(_ arguments: [String], on streams: Program.Streams = .allPipes) throws -> Program {
        let variables = environment.merging(["PATH": "\(directory.file("bin")):/usr/bin:/bin"]) { $1 }
        return try Program(directory.file("bin/tunerctl"), arguments, environment: variables, on: streams)
    }

    /// Starts `tunerctl` under strace, which changes the results of some system calls.
    func start(injecting injections: [String], into arguments: [String]) throws -> Program {
        // The traced program is the started process, so signals reach the program.
        let options = ["-D", "-o", "/dev/null"] + injections.flatMap { ["-e", "inject=\($0)"] }
        return try Program(
            "/usr/bin/strace",
            options + [directory.file("bin/tunerctl")] + arguments,
            environment: searchingEnvironment
        )
    }

    /// Starts a shell script in a file, which finds both programs.
    func startShell(_ path: String) throws -> Program {
        let variables = environment.merging(["PATH": "\(directory.file("bin")):/usr/bin:/bin"]) { $1 }
        return try Program("/bin/sh", [path], environment: variables, on: .allPipes)
    }

    /// Runs a shell script, which finds both programs, and joins its two output streams.
    func shell(_ script: String, on streams: Program.Streams = .pipes) throws -> Program.Result {
        let path = "\(directory.file("bin")):/usr/bin:/bin"
        let variables = environment.merging(["PATH": path]) { $1 }
        return try Program(script: "exec 2>&1\n\(script)", environment: variables, on: streams)
            .wait(within: .seconds(300))
    }

    /// Writes a file of the installation, and returns its path.
    func write(_ text: String, to name: String) throws -> String {
        let bytes = Array(text.utf8)
        let file = try Kernel.open(file(name), [.write, .create, .truncate])
        try KernelFile(file).writeFully(bytes.span, at: 0)
        return self.file(name)
    }

    /// Returns the path of a file of the installation.
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
