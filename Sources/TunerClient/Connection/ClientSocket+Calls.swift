import JSONCore
import RPCCore
import TunerAPI

/// Handles the response to a call, or the failure of the call.
typealias ResponseHandler = (Result<JSONRange, TunerFailure>, Span<UInt8>) -> Void

extension ClientSocket<ResponseHandler> {
    /// Whether more than 8 MiB wait to be sent; then a caller should send no more.
    var isOverloaded: Bool { connection.output.count >= 8 << 20 }

    /// Calls a method; `read` or `failCalls` later calls `handle` with the result.
    func call<Parameters, Value>(
        _ method: MethodDeclaration<Parameters, Value>,
        _ parameters: Parameters,
        _ handle: @escaping (Result<Value, TunerFailure>) -> Void
    ) {
        do {
            try connection.call(method.name.description, parameters) { response, text in
                handle(
                    response.flatMap { place in
                        (try? Value(place, in: text)).map { .success($0) }
                            ?? .failure(.reported("its response to \(method.name) has another type"))
                    }
                )
            }
        } catch {
            handle(.failure(.reported("JSON has no infinite number and no NaN")))
        }
    }

    /// Fails all calls that have no response.
    func failCalls() {
        let none: [UInt8] = []
        for call in connection.endCalls() { call(.failure(.gone), none.span) }
    }
}
