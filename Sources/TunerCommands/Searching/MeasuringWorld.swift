import JSONCore
import SystemCore
import TunerAPI

/// A world for measurements, which ends with its connection: when this object or tunerctl ends.
final class MeasuringWorld {
    let name: String
    let connection: DaemonConnection
    private let daemon: DaemonEndpoint

    init(_ daemon: DaemonEndpoint, _ global: GlobalOptions) throws(Failure) {
        self.daemon = daemon
        connection = try daemon.connect(within: global.timeout ?? DaemonEndpoint.patience)
        name = try connection.makeWorld(nil).result.world
    }

    /// Sets values in the world.
    func set(_ values: JSONObject) throws(Failure) {
        var parameters = UpdateParameters()
        parameters.values = values
        _ = try RefusedWrite.explaining(on: connection, typed: values) { () throws(Failure) in
            try connection.callInPieces(API.Tunables.update, parameters)
        }
    }

    /// Throws if the world has ended: then what was measured is not about its values.
    func check() throws(Failure) {
        if try connection.waitForEnd(within: .zero) { throw .disconnected(daemon.socket) }
    }
}
