import ClientCore
import SystemCore

extension DaemonLink.Settings {
    /// Reads the options, and the environment for what they leave out.
    init(_ options: TunerOptions) {
        self.init(DaemonAddress(socket: options.socket))
        world = options.world.map { $0.isEmpty ? nil : $0 } ?? DaemonAddress.world
        client = options.name ?? Kernel.programPath?.split(separator: "/").last.map(String.init)
        // Many declarations on a slow disk need a long time to become complete.
        limit = .seconds(20)
        worldPatience = .seconds(2)
        // `DaemonLoop` refuses a write of several messages as a whole.
        outputLimit = .max
    }
}
