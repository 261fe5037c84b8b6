import ConsoleCore
import JSONCore
import RPCCore
import SystemCore
import TunerAPI

/// One of the two compared settings: a world with the values of a file.
///
/// The world ends with its connection: when this object or tunerctl ends.
final class ComparedSetting {
    /// A or B.
    let letter: String
    /// The file, as on the command line.
    let file: String
    let world: String
    let connection: DaemonConnection
    private let daemon: DaemonEndpoint

    /// Creates the world and sets its values.
    init(_ letter: String, _ file: String, _ invocation: Invocation) throws(Failure) {
        let values = ExportedParts(try InputFile(file, for: "compare").object).values
        daemon = try DaemonEndpoint(invocation.global)
        connection = try daemon.connect(within: invocation.global.timeout ?? DaemonEndpoint.patience)
        world = try connection.makeWorld(nil).result.world
        (self.letter, self.file) = (letter, file)
        try fill(values, invocation.global)
    }

    /// The name of the setting in messages.
    var name: String { "\(letter) (\(file == "-" ? "standard input" : file.shownWhole))" }

    private func fill(_ values: JSONObject, _ global: GlobalOptions) throws(Failure) {
        // The daemon refuses an update without values.
        guard !values.isEmpty else { return }
        var parameters = UpdateParameters()
        parameters.values = values
        let response = try RefusedWrite.explaining(on: connection, typed: values) { () throws(Failure) in
            try connection.callInPieces(API.Tunables.update, parameters)
        }
        for change in response.result.changes where change.old == nil {
            guard let value = values[change.key] else { continue }
            let word = value.text ?? JSONText.compact(value)
            let isFlag = try connection.overrideFlag(change.key, toWord: word, isString: false)
            if !isFlag { connection.noteKeyOfWorld(change.key, global) }
        }
    }

    /// Throws if the world has ended: then what was measured is not about the setting.
    func check() throws(Failure) {
        if try connection.waitForEnd(within: .zero) { throw .disconnected(daemon.socket) }
    }

    /// Moves a running program into the world.
    func move(_ pid: Int64) throws(Failure) { try move(pid, to: world) }

    /// Moves a running program to the shared values; does nothing if the program has ended.
    func moveBack(_ pid: Int64) { try? move(pid, to: nil) }

    private func move(_ pid: Int64, to world: String?) throws(Failure) {
        var parameters = MoveParameters()
        (parameters.pid, parameters.world) = (pid, world)
        _ = try connection.call(API.Worlds.move, parameters)
    }
}
