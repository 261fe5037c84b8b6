import HTTPCore
import JSONCore
import RPCCore
import TunerAPI

extension Exchange {
    /// Responds to `POST /rpc` with a fault: a JSON-RPC client reads the body, and others the status.
    func respondRPC(_ fault: DaemonFault) {
        let (code, kind): (Int, ErrorKind)
        switch fault {
        case .refused(let error):
            let status = error.refusesForNow ? .serviceUnavailable : fault.status
            return respondRPC(status, error.code, error.message, error.data)
        case .unavailable, .overloaded: (code, kind) = (ErrorKind.busy.code, .busy)
        case .interrupted, .unreadable: (code, kind) = (ErrorKind.internal.code, .internal)
        }
        respondRPC(fault.status, Int64(code), fault.sentence, ["kind": .string(kind.rawValue)])
    }

    private func respondRPC(_ status: HTTPStatus, _ code: Int64, _ message: String, _ data: JSON) {
        let error: JSON = ["code": .integer(code), "message": .string(message), "data": data]
        let body: JSON = ["jsonrpc": "2.0", "id": nil, "error": error]
        var text = ByteBuffer()
        // The daemon's error was read from JSON, so it has no number that cannot be written.
        try? text.append(json: body)
        text.append(UInt8(ascii: "\n"))
        text.withBytes { respond(status, .json, $0) }
    }
}

extension RemoteError {
    /// Whether the daemon may accept the same connection later, as when it has too many connections.
    var refusesForNow: Bool { kind == ErrorKind.busy.rawValue || kind == ErrorKind.tooLarge.rawValue }
}
