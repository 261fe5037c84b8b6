import JSONCore
import RPCCore
import TunerAPI

/// Takes the response to a call, or why there is none.
typealias ResponseHandler = (Result<JSONRange, TunerFailure>, Span<UInt8>) -> Void

extension ClientSocket<ResponseHandler> {
    /// Whether so much is unsent that it is better not to send more.
    var isOverloaded: Bool { connection.output.count >= 8 << 20 }

    /// Calls a declared method; `read` or `failCalls` passes on what it returns.
    func call<Parameters, Value>(
        _ method: MethodDeclaration<Parameters, Value>,
        _ parameters: Parameters,
        _ take: @escaping (Result<Value, TunerFailure>) -> Void
    ) {
        do {
            try connection.call(method.name.description, parameters) { response, text in
                take(
                    response.flatMap { place in
                        (try? Value(place, in: text)).map { .success($0) }
                            ?? .failure(.reported("it answers \(method.name) otherwise than it should"))
                    }
                )
            }
        } catch {
            take(.failure(.reported("a number has no JSON")))
        }
    }

    /// Fails the calls without a response.
    func failCalls() {
        let none: [UInt8] = []
        for call in connection.endCalls() { call(.failure(.gone), none.span) }
    }
}
