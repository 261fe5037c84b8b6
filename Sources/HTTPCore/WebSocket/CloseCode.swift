/// The code of a close frame.
package struct CloseCode: Equatable, Sendable {
    package let number: UInt16

    package static let normal = CloseCode(1000)
    package static let goingAway = CloseCode(1001)
    package static let protocolError = CloseCode(1002)
    package static let unsupportedData = CloseCode(1003)
    package static let invalidData = CloseCode(1007)
    package static let policyViolation = CloseCode(1008)
    package static let messageTooBig = CloseCode(1009)
    package static let internalError = CloseCode(1011)
    package static let serviceRestart = CloseCode(1012)
    package static let tryAgainLater = CloseCode(1013)

    package init(_ number: UInt16) { self.number = number }

    /// Whether an endpoint may send the code; the codes 1004 to 1006 and 1015 are only for reports.
    package var maySend: Bool {
        switch number {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}
