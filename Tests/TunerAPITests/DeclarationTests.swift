import JSONCore
import RPCCore
import TestSupport
import Testing
import TunerAPI

/// Tests of what every declaration must have, so that a new one is complete.
@Suite struct DeclarationTests {
    @Test func `every method and notification has a unique name`() {
        let names = API.methods.map(\.name.description) + API.notifications.map(\.name.description)
        #expect(Set(names).count == names.count)
    }

    @Test func `every method and parameter has a summary, and every method an example`() {
        for method in API.methods {
            #expect(method.summary.hasSuffix("."), "\(method.name)")
            #expect(!method.summary.contains("\n"), "\(method.name)")
            #expect(!method.examples.isEmpty, "\(method.name)")
            for parameter in method.parameters.members {
                #expect(parameter.summary.hasSuffix("."), "\(method.name) \(parameter.name)")
            }
        }
    }

    @Test func `the page names every method that acts on the shared state in a world`() throws {
        let page = try ProjectFile.text("protocol.md")
        let start = try #require(page.firstRange(of: "These methods act on the shared state: ")?.upperBound)
        let words = page[start...].prefix(upTo: page[start...].firstRange(of: "\n\n")?.lowerBound ?? page.endIndex)
            .split(separator: "`", omittingEmptySubsequences: false)
        let named = words.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
        let shared = API.methods.filter { $0.scope == .shared }.map(\.name.description)
        #expect(Set(named) == Set(shared.map { $0.hasPrefix("layers.") ? "layers.*" : $0 }))
    }

    @Test func `every method example matches its declaration`() throws {
        for method in API.methods {
            let declaration = try #require(method as? any ExampleChecking)
            for example in method.examples {
                #expect(throws: Never.self, "\(method.name)") { try declaration.check(example) }
            }
        }
    }

    @Test func `every notification and member has a summary`() {
        for notification in API.notifications {
            #expect(notification.summary.hasSuffix("."), "\(notification.name)")
            #expect(!notification.summary.contains("\n"), "\(notification.name)")
            for member in notification.parameters.members {
                #expect(member.summary.hasSuffix("."), "\(notification.name) \(member.name)")
            }
        }
    }

    @Test func `the encoder reproduces every notification example`() throws {
        for notification in API.notifications {
            let declaration = try #require(notification as? any NotificationExampleChecking)
            for example in notification.examples {
                #expect(try declaration.rewrite(example) == example.params, "\(notification.name)")
            }
        }
    }

    @Test func `an example that does not match its declaration is detected`() {
        #expect(throws: JSONFieldFault.self) { try API.ping.check(Example(#"{"load":1}"#, "1")) }
        #expect(throws: JSONMismatch.self) { try API.Server.stop.check(Example("", "1")) }
    }

    @Test func `every method that writes declares the denied error`() {
        for method in API.methods where method.access == .writes {
            #expect(method.errors.contains(.denied), "\(method.name)")
        }
    }

    @Test func `every error kind has a unique code`() {
        let codes = ErrorKind.allCases.map(\.code)
        #expect(Set(codes).count == codes.count)
    }

    @Test func `every error kind has a summary and advice`() {
        for kind in ErrorKind.allCases {
            for text in [kind.summary, kind.advice] {
                #expect(text.hasSuffix(".") && !text.contains("|"), "\(kind)")
            }
        }
    }

    @Test(arguments: [
        RPCErrorKind.parse, .invalidRequest, .methodNotFound, .invalidParams, .internalError, .tooLarge, .busy,
    ])
    func `the server's error kinds have the codes of the API`(kind: RPCErrorKind) {
        #expect(ErrorKind(rawValue: kind.name.description)?.code == kind.code)
    }

    @Test func `only piecewise methods return staged, and only methods that skip locked keys return left`() {
        let leaving = ["tunables.setAll", "tunables.resetAll", "tunables.import"]
        for method in API.methods {
            let name = method.name.description
            let mayComeInPieces = method.parameters.members.contains { $0.name.description == "piece" }
            #expect((method.resultSchema["properties"]?["staged"] != nil) == mayComeInPieces, "\(name)")
            #expect((method.resultSchema["properties"]?["left"] != nil) == leaving.contains(name), "\(name)")
        }
    }

    @Test func `the OpenRPC document lists all methods`() {
        let document = API.openRPC(version: "1.2.3")
        guard case .array(let methods) = document["methods"] else {
            Issue.record("no methods")
            return
        }
        let names = methods.map { method -> JSON? in
            guard case .object(let method) = method else { return nil }
            return method["name"]
        }
        #expect(names == API.methods.map { .string($0.name.description) })
    }
}
