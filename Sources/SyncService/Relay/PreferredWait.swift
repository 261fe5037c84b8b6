package import HTTPCore
import JSONCore

/// The preference `wait` of a request (RFC 7240, 4.3): the seconds that the client accepts until the response.
package enum PreferredWait {
    /// The longest wait; a request that asks for more gets this.
    package static let most: Int64 = 300

    /// Returns the seconds of a request; nil without a usable preference.
    package static func seconds(of request: HTTPRequest, in bytes: Span<UInt8>) -> Int64? {
        var next = request.value(of: "prefer", in: bytes)
        while let field = next {
            var preferences = TokenList(field, hasQuotes: true)
            while let preference = preferences.next(in: bytes) {
                let text = String(decoding: [UInt8](bytes, in: preference), as: UTF8.self)
                let parts = text.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1).map { word in
                    word.filter { $0 != " " && $0 != "\t" && $0 != "\"" }
                }
                // By RFC 7240, only the first preference with a name is used.
                guard parts.first?.lowercased() == "wait" else { continue }
                guard parts.count == 2, let seconds = Int64(parts[1]), seconds > 0 else { return nil }
                return min(seconds, most)
            }
            next = request.value(of: "prefer", after: field, in: bytes)
        }
        return nil
    }
}
