import JSONCore
import TunerAPI

/// A declaration of a method whose examples can be compared with its types.
protocol ExampleChecking {
    /// Throws an error if an example's params or result do not match the declaration.
    func check(_ example: Example) throws
}

extension MethodDeclaration: ExampleChecking {
    func check(_ example: Example) throws {
        if !example.params.isEmpty {
            let params = Array(example.params.utf8)
            _ = try Parameters(members: try JSON.check(params.span), in: params.span)
        }
        let result = Array(example.result.utf8)
        _ = try Result(try JSON.check(result.span), in: result.span)
    }
}

/// A declaration of a notification whose examples can be compared with its type.
protocol NotificationExampleChecking {
    /// Returns an example's params as the record of the declaration writes them.
    func rewrite(_ example: NotificationExample) throws -> String
}

extension NotificationDeclaration: NotificationExampleChecking {
    func rewrite(_ example: NotificationExample) throws -> String {
        let params = Array(example.params.utf8)
        var writer = JSONWriter()
        try Parameters(members: try JSON.check(params.span), in: params.span).write(to: &writer)
        return String(decoding: [UInt8](writer.bytes), as: UTF8.self)
    }
}
