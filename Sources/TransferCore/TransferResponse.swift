import JSONCore

/// A response with its whole body.
package struct TransferResponse: Sendable {
    package let status: Int
    /// The fields of the header, with names in lowercase.
    package let fields: [(name: String, value: String)]
    package let body: [UInt8]
    /// The target of a redirect as an absolute URL; nil if there is none.
    package let redirect: String?

    /// Returns the value of the first field with a name in lowercase; nil if there is none.
    package func field(_ name: String) -> String? { fields.first { $0.name == name }?.value }
}

/// A reason why a transfer has no response.
package enum TransferFault: Error, Equatable, Sendable {
    case timedOut
    /// The body has more bytes than the request allows.
    case tooLong(most: Int)
    /// The reason, as the end of a sentence.
    case failed(String)
    /// The transfer could not begin.
    case notStarted
}

extension TransferFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .timedOut: "there was no response in time"
        case .tooLong(let most): "the response has more than \(most) bytes"
        case .failed(let reason): reason
        case .notStarted: "the request could not be sent: its URL or a field of its header is not valid"
        }
    }
}
