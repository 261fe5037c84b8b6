import TestSupport

/// A daemon, and a program in source code that reads a tunable with a default.
struct TunedProgram {
    let installation: Installation
    /// The path of the source code.
    let source: String

    private static let name = "game.py"

    init() throws {
        installation = try Installation(.daemon)
        _ = try installation.run("start")
        _ = try installation.write(Self.library, to: "tuner.py")
        source = try installation.write(Self.program, to: Self.name)
    }

    var text: String { get throws { try installation.text(of: Self.name) } }

    /// Runs the program, and returns the number that it prints.
    func run() throws -> String { try installation.shell("python3 '\(source)'").output }

    private static let program = """
        import tuner

        speed = tuner.get("player.speed", 12)
        print(speed)

        """

    /// Declares the tunable with the default of the source code, as a program does that was built again.
    private static let library = """
        import subprocess

        def get(key, default):
            options = ["--type", "integer", "--default", str(default), "--max", "40", "--replace"]
            subprocess.run(["tunerctl", "declare", key] + options, check=True, capture_output=True)
            return subprocess.run(["tunerctl", "get", key], check=True, capture_output=True, text=True).stdout.strip()

        """
}
