import HTTPCore
import JSONCore

/// The secrets that prove that a request is from the server's user.
package struct AccessSecrets: Sendable {
    /// The name of the cookie; it holds the port, because browsers send a cookie to all ports of a host.
    package let cookieName: String
    /// The value of the cookie.
    ///
    /// A program on another port can receive the cookie. So it is not the token, and the token does not follow from it.
    package let cookie: String
    private let token: [UInt8]

    /// Creates the secrets for a port from the long-lived token.
    package init(token: String, port: UInt16) {
        self.token = Array(token.utf8)
        cookieName = "tunerweb-\(port)"
        let hash = SHA1.hash("cookie of port \(port) for \(token)".utf8.span)
        var text = ""
        for index in hash.indices {
            text += hash[index] < 16 ? "0" : ""
            text += String(hash[index], radix: 16)
        }
        cookie = text
    }

    /// Returns whether a text is the token, in a time that does not depend on its bytes.
    func isToken(_ range: Range<Int>, in bytes: Span<UInt8>) -> Bool {
        token.span.equalsSecret(bytes.extracting(range))
    }

    /// Returns whether a text is the value of the cookie, in a time that does not depend on its bytes.
    func isCookie(_ range: Range<Int>, in bytes: Span<UInt8>) -> Bool {
        cookie.utf8.span.equalsSecret(bytes.extracting(range))
    }

    /// The value of the `Set-Cookie` field.
    package var setCookie: String { "\(cookieName)=\(cookie); HttpOnly; SameSite=Strict; Path=/" }
}
