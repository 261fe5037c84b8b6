import ClientCore
import JSONCore

/// The calls on the link to the daemon; they fail until the link is set.
final class LinkCalls: DaemonCalls {
    var link: DaemonLink?

    func call(_ method: String, _ parameters: any JSONWritable, _ handle: @escaping ResponseHandler) {
        let none: [UInt8] = []
        guard let link else { return handle(.failure(.lost), none.span) }
        link.call(method, parameters, handle)
    }
}
