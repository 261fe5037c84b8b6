import ClientCore
import JSONCore
import RPCCore
import SystemCore
import TunerAPI

extension LinkFault {
    /// Returns the reason as a clause of a sentence.
    func sentence(at path: String) -> String {
        let path = path.shownWhole
        return switch self {
        case .noAddress(let fault): fault.sentence(about: path)
        case .client(.distrusted(let fault)): "\(fault.reason); to connect anyway, use --socket PATH"
        case .client(.refused(let error)): "the daemon at \(path) refuses the connection: \(error.message)"
        case .client(.garbled): "the program at \(path) is not tunerd"
        case .otherProtocol(let version):
            "the daemon at \(path) uses protocol version \(version), but tunersync uses version \(API.protocolVersion)"
        case .client(.unreachable(let error)) where !error.errno.meansNobodyListens:
            "cannot connect to the daemon at \(path): \(error.errno) (\(error.errno.name))"
        case .client, .dropped: "no daemon responds at \(path)"
        }
    }
}
