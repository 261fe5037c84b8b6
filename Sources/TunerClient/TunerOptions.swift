import SystemCore

/// The options of a tuner's connection.
///
/// ```swift
/// var options = TunerOptions(name: "my-game")
/// options.valuesFile = "/home/me/.cache/my-game/values.json"
/// let tuner = Tuner(options)
/// ```
public struct TunerOptions: Sendable {
    /// The name of this program in the daemon's history, and as the owner of its declarations.
    ///
    /// Nil means the file name of the running program.
    ///
    /// ```swift
    /// options.name = "my-game"
    /// ```
    public var name: String?

    /// The path of the daemon's socket.
    ///
    /// Nil means the path that `tunerctl` uses by default. In a test with the trait `.tuner`, new options have the socket
    /// of the private daemon.
    ///
    /// ```swift
    /// options.socket = "/run/robot/tunerd.sock"
    /// ```
    public var socket: String?

    /// The path of a file that stores the last known values.
    ///
    /// At a start without a daemon, the tuner reads its values from this file. Nil means no file. Programs may share
    /// one file. A tuner that belongs to a world reads the file, but does not write it.
    ///
    /// ```swift
    /// options.valuesFile = "/home/me/.cache/my-game/values.json"
    /// ```
    public var valuesFile: String?

    /// The ID of the world that the program belongs to.
    ///
    /// Nil means the world in the environment variable `TUNER_WORLD`, which `tunerctl with` sets. An empty string means
    /// no world.
    ///
    /// ```swift
    /// options.world = "f3a9c2d471b85e60"
    /// ```
    public var world: String?

    /// The function that receives faults.
    ///
    /// The default prints each fault to standard error.
    ///
    /// ```swift
    /// options.faultHandler = { fault in logger.warning("\(fault)") }
    /// ```
    public var faultHandler: @Sendable (TunerFault) -> Void = TunerOptions.print

    /// Creates options, with defaults for all that is not given: `TunerOptions(name: "my-game")`.
    public init(name: String? = nil, socket: String? = nil, valuesFile: String? = nil) {
        self.name = name
        self.socket = socket
        self.valuesFile = valuesFile
        self = inTest
    }

    /// The options with the private daemon of this test, if there is one, and if they name no other socket.
    var inTest: TunerOptions {
        guard socket == nil, let testSocket = Tuner.testSocket else { return self }
        var options = self
        options.socket = testSocket
        // TUNER_WORLD names a world of another daemon.
        options.world = world ?? ""
        return options
    }

    @Sendable
    private static func print(_ fault: TunerFault) {
        let line = Array("tuner: \(fault)\n".utf8)
        _ = try? Kernel.withStandardError { (stream) throws(SystemError) in try Kernel.write(stream, line.span) }
    }
}
