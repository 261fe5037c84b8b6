import BlockingTests
import GatewayFiles
import SystemCore
import TestSupport
import Testing
import WebTestSupport

@testable import WebGateway

/// Tests of the login by a one-time token, with the real program.
@Suite(.blocking) struct OneTimeTokenTests {
    @Test func `a one-time token becomes a cookie, once, and a clean URL`() throws {
        let gateway = try GatewayProcess()
        let token = try OneTimeTokens(beside: gateway.tokenFile).add()
        // Only GET uses the token.
        #expect(try gateway.request("HEAD /?token=\(token)").status == 401)
        #expect(try gateway.request("GET /?token=wrong").status == 401)
        let page = ["Sec-Fetch-Site: none", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"]
        let response = try gateway.request("GET /?match=ui.*&token=\(token)&x", page)
        #expect(response.status == 303)
        #expect(response.field("Location") == "/?match=ui.*&x")
        #expect(response.field("Cache-Control") == "no-store")
        #expect(response.field("Referrer-Policy") == "no-referrer")
        let secrets = try gateway.secrets
        #expect(
            response.field("Set-Cookie")
                == "tunerweb-\(gateway.port)=\(secrets.cookie); HttpOnly; SameSite=Strict; Path=/"
        )
        #expect(!response.contains(try gateway.token))
        #expect(try gateway.request("GET /?token=\(token)", page).status == 401)
        let cookie = response.field("Set-Cookie")?.split(separator: ";").first.map { "Cookie: \($0)" } ?? ""
        #expect(try gateway.request(GatewayProcess.change, [cookie]).status == 403)
        #expect(try gateway.request(GatewayProcess.change, [cookie, "Origin: http://\(gateway.host)"]).status == 200)
        #expect(try gateway.program.wait().code == 0)
    }

    @Test func `the redirect leads to this server only`() throws {
        let gateway = try GatewayProcess()
        for path in ["//evil.example/?token=", "/%2fevil.example?token=", "/healthz?token=", "/\\evil.example?token="] {
            let token = try OneTimeTokens(beside: gateway.tokenFile).add()
            let response = try gateway.request("GET \(path)\(token)")
            #expect(response.field("Location") == nil)
            #expect(response.field("Set-Cookie") == nil)
        }
        let token = try OneTimeTokens(beside: gateway.tokenFile).add()
        let response = try gateway.request("GET /?token=\(token)&next=//evil.example")
        #expect(response.field("Location") == "/?next=//evil.example")
    }

    @Test(.needsRoot) func `a process of another user cannot use a one-time token`() throws {
        let gateway = try GatewayProcess()
        let token = try OneTimeTokens(beside: gateway.tokenFile).add()
        #expect(try gateway.requestOfOther("GET /?token=\(token)").status == 401)
        #expect(try gateway.request("GET /?token=\(token)").status == 303)
    }

    @Test func `the cookie holds after a restart, and not with a new token`() throws {
        let gateway = try GatewayProcess()
        let cookie = try gateway.cookie
        let fields = [cookie, "Origin: http://\(gateway.host)"]
        #expect(try gateway.request(GatewayProcess.change, fields).status == 200)
        #expect(try gateway.program.wait().code == 0)
        let second = try GatewayProcess("--port \(gateway.port)", in: gateway.directory)
        #expect(try second.request(GatewayProcess.change, fields).status == 200)
        #expect(try second.program.wait().code == 0)
        try Kernel.removeFile(gateway.tokenFile)
        let third = try GatewayProcess("--port \(gateway.port)", in: gateway.directory)
        #expect(try third.request(GatewayProcess.change, fields).status == 401)
    }
}
