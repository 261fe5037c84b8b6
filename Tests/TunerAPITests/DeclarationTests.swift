import JSONCore
import RPCCore
import Testing
import TunerAPI

/// What every declaration must keep to, so that a new one cannot be forgotten half way.
@Suite struct DeclarationTests {
    @Test func noNameIsDeclaredTwice() {
        let names = API.methods.map(\.name.description) + API.notifications.map(\.name.description)
        #expect(Set(names).count == names.count)
    }

    @Test func eachMethodHasALineAndAnExample() {
        for method in API.methods {
            #expect(method.summary.hasSuffix("."), "\(method.name)")
            #expect(!method.summary.contains("\n"), "\(method.name)")
            #expect(!method.examples.isEmpty, "\(method.name)")
            for parameter in method.parameters.members {
                #expect(parameter.summary.hasSuffix("."), "\(method.name) \(parameter.name)")
            }
        }
    }

    @Test func eachExampleIsWhatItsDeclarationSays() throws {
        for method in API.methods {
            for example in method.examples {
                #expect(throws: Never.self, "\(method.name)") { try method.check(example) }
            }
        }
    }

    @Test func anExampleThatDoesNotFitIsFound() {
        #expect(throws: JSONFieldFault.self) { try API.ping.check(Example(#"{"load":1}"#, "1")) }
        #expect(throws: JSONMismatch.self) { try API.Server.stop.check(Example("", "1")) }
    }

    @Test func aMethodThatCanBeDeniedSaysSo() {
        for method in API.methods where method.access == .writes {
            #expect(method.errors.contains(.denied), "\(method.name)")
        }
    }

    @Test func eachKindHasACodeOfItsOwn() {
        let codes = ErrorKind.allCases.map(\.code)
        #expect(Set(codes).count == codes.count)
    }

    @Test(arguments: [
        RPCErrorKind.parse, .invalidRequest, .methodNotFound, .invalidParams, .internalError, .tooLarge, .busy,
    ])
    func theServersOwnKindsHaveTheSameCodes(kind: RPCErrorKind) {
        #expect(ErrorKind(rawValue: kind.name.description)?.code == kind.code)
    }

    @Test func theDocumentNamesAllMethods() {
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
