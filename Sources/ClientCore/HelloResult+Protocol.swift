package import JSONCore
import RPCCore
package import TunerAPI

extension HelloResult {
    /// Reads the daemon's response to the greeting; fails if the daemon speaks another version of the protocol.
    package init(checking result: JSONRange, in text: Span<UInt8>) throws(LinkFault) {
        guard let hello = try? HelloResult(result, in: text) else { throw .client(.garbled) }
        guard hello.protocolVersion == API.protocolVersion else { throw .otherProtocol(hello.protocolVersion) }
        self = hello
    }
}
