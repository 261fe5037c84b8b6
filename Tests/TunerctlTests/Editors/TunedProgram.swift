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

    private static let library = """
        import subprocess

        def get(key, default):
            found = subprocess.run(["tunerctl", "get", key], capture_output=True, text=True)
            return found.stdout.strip() if found.returncode == 0 else default

        """
}
