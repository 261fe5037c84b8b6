/// The reason why a request cannot become a WebSocket connection.
package enum WebSocketHandshakeFault: Error, Equatable, Sendable {
    case method
    case noUpgrade
    case version
    case key

    package var status: HTTPStatus {
        switch self {
        case .method, .key: .badRequest
        case .noUpgrade, .version: .upgradeRequired
        }
    }

    package var sentence: String {
        switch self {
        case .method: "A WebSocket handshake is a GET request of HTTP/1.1 without a body."
        case .noUpgrade: "The request does not upgrade to WebSocket: the fields Connection and Upgrade must say so."
        case .version: "The Sec-WebSocket-Version is not 13."
        case .key: "The Sec-WebSocket-Key is not the base64 of 16 bytes."
        }
    }
}
