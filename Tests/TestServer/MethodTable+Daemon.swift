import JSONCore
import RPCCore
import RPCTestSupport
import SystemCore

extension MethodTable {
    /// What a client needs to start and end this server in a daemon's place.
    mutating func addDaemonMethods(to service: TestService) {
        add("server.info") { (_: NoFields, _) in ["pid": .integer(Int64(Kernel.processID))] as JSON }
        add("server.stop") { (_: NoFields, _) in
            service.server?.end(within: .seconds(5)) { service.server?.loop.stop() }
            return true
        }
    }
}
