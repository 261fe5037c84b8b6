import SystemCore
import TestSupport
import Testing

@testable import WebGateway

/// The credentials of a gateway's users.
extension GatewayProcess {
    /// The one restricted route that has no effect when it is refused.
    static let change = "POST /api/shutdown"

    /// The field with the token.
    var bearer: String {
        get throws { "Authorization: Bearer \(try token)" }
    }

    var secrets: AccessSecrets {
        get throws { AccessSecrets(token: try token, port: port) }
    }

    /// The field with the cookie of a browser.
    var cookie: String {
        get throws {
            let secrets = try secrets
            return "Cookie: \(secrets.cookieName)=\(secrets.cookie)"
        }
    }
}

extension Trait where Self == ConditionTrait {
    /// The condition of tests that start a process of another user.
    static var needsRoot: Self {
        .enabled(if: Kernel.userID == 0 || Demands.areStrict, "only root can start a process of another user")
    }
}
