import JSONCore
import SystemCore
import TunerAPI

/// A world that lasts as long as its command.
enum WorldKeeping {
    /// Makes a world, tells its name, and keeps it until an interrupt ends the program, or the daemon the world.
    static func keep(_ identity: String?, _ invocation: Invocation, _ output: Output) throws(Failure) {
        Kernel.exitWhenInterrupted()
        let connection = try invocation.connect()
        let answer = try connection.makeWorld(identity)
        try output.print(answer.json, else: "\(answer.result.world.shownWhole)\n")
        guard try connection.waitForEnd(within: .ever) else { return }
        throw .disconnected(try DaemonEndpoint(invocation.global).path)
    }
}
