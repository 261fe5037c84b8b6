import SystemCore

/// A daemon with a socket and a state of its own.
package struct PrivateDaemon: Sendable {
    package let processID: Int32
    /// The path of the socket, on which the daemon listens soon after the start.
    package let socket: String
    private let directory: PrivateDirectory

    /// Starts the daemon.
    package init() throws {
        let program = try PrivateDaemon.program(
            beside: Kernel.programPath,
            environment: { Kernel.environmentPath($0) }
        )
        let directory = try PrivateDirectory()
        self.directory = directory
        socket = "\(directory.path)/tunerd.sock"
        let options = [
            "--socket", socket, "--state", "\(directory.path)/state", "--durability", "none", "--log-file",
            "\(directory.path)/log",
        ]
        do {
            processID = try Kernel.spawn(RawText(path: program), options.map { RawText(path: $0) })
        } catch {
            directory.remove()
            throw error
        }
    }

    /// Ends the daemon, and removes its files.
    package func stop() {
        Kernel.send(.terminate, to: processID)
        _ = try? Kernel.waitForEnd(ofChild: processID)
        directory.remove()
    }

    /// Returns the path of `tunerd`.
    package static func program(
        beside test: String?,
        environment: (String) -> String?
    ) throws(DaemonNotFound) -> String {
        if let named = environment("TUNERD"), !named.isEmpty {
            guard Kernel.isProgram(named) else { throw .notExecutable(path: named) }
            return named
        }
        let besideTest = test.map { Path.directory(of: $0) }
        let search = environment("PATH").map { $0.split(separator: ":").map(String.init) } ?? []
        let directories = (besideTest.map { [$0] } ?? []) + search
        guard let path = directories.lazy.map({ "\($0)/tunerd" }).first(where: { Kernel.isProgram($0) }) else {
            throw .notFound(directory: besideTest)
        }
        return path
    }
}
