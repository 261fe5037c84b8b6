import GatewayFiles
import SystemCore

/// The URL that logs one browser in, replaced after its use and before it becomes invalid.
struct DemoLink {
    private static let lifetime = OneTimeTokens.lifetime / 5 * 4

    private let site: String
    private let tokens: OneTimeTokens
    private var token: String
    /// The time after which the URL is replaced, also without a use.
    private var end: MonotonicTime

    init(_ site: String, _ tokens: OneTimeTokens) throws(SystemError) {
        (self.site, self.tokens) = (site, tokens)
        token = try tokens.add()
        end = Kernel.monotonicTime() + DemoLink.lifetime
    }

    var url: String { "\(site)?token=\(token)" }

    /// Replaces the URL if it was used or is old; returns whether it did so.
    mutating func renew() throws(SystemError) -> Bool {
        guard Kernel.monotonicTime() >= end || !tokens.has(token) else { return false }
        self = try DemoLink(site, tokens)
        return true
    }
}
