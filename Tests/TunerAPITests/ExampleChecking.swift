import JSONCore
import TunerAPI

/// A declaration whose examples can be held against its types.
protocol ExampleChecking {
    /// Throws where an example's params or result are not what the declaration says.
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
