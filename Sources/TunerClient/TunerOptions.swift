import SystemCore

/// How a program wants to be connected.
///
/// ```swift
/// var options = TunerOptions(name: "my-game")
/// options.valuesFile = "/home/me/.cache/my-game/values.json"
/// let tuner = Tuner(options)
/// ```
public struct TunerOptions: Sendable {
    /// What the daemon calls the program, in its history and to tell whose declarations are whose; else its file's name.
    ///
    /// ```swift
    /// options.name = "my-game"
    /// ```
    public var name: String?

    /// Where the daemon's socket is; else where `tunerctl` looks for it too.
    ///
    /// ```swift
    /// options.socket = "/run/robot/tunerd.sock"
    /// ```
    public var socket: String?

    /// A file for the last known values, so that a start without a daemon has yesterday's; else there is none.
    ///
    /// Programs may share one. What a world has is not kept.
    ///
    /// ```swift
    /// options.valuesFile = "/home/me/.cache/my-game/values.json"
    /// ```
    public var valuesFile: String?

    /// The world that the program belongs to, if not the one that `TUNER_WORLD` names, as `tunerctl with` does.
    ///
    /// ```swift
    /// options.world = "f3a9c2d471b85e60"
    /// ```
    public var world: String?

    /// Who is told of what is not as the program said; at first it is printed to standard error.
    ///
    /// ```swift
    /// options.faultHandler = { fault in logger.warning("\(fault)") }
    /// ```
    public var faultHandler: @Sendable (TunerFault) -> Void = TunerOptions.print

    /// How a program wants to be connected, as far as it wants anything special: `TunerOptions(name: "my-game")`.
    public init(name: String? = nil, socket: String? = nil, valuesFile: String? = nil) {
        self.name = name
        self.socket = socket
        self.valuesFile = valuesFile
    }

    @Sendable
    private static func print(_ fault: TunerFault) {
        let line = Array("tuner: \(fault)\n".utf8)
        _ = try? Kernel.withStandardError { (stream) throws(SystemError) in try Kernel.write(stream, line.span) }
    }
}
