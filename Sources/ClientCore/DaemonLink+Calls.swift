package import JSONCore
package import TunerAPI

/// Receives the response to a call, whose range refers to the text, or the failure of the call.
package typealias ResponseHandler = (Result<JSONRange, CallFailure>, Span<UInt8>) -> Void

extension DaemonLink {
    /// Calls a declared method; `handle` receives the result, or the failure, once.
    package func call<Parameters, Value>(
        _ method: MethodDeclaration<Parameters, Value>,
        _ parameters: Parameters = Parameters(),
        _ handle: @escaping (Result<Value, CallFailure>) -> Void
    ) {
        call(method.name.description, parameters, reading: handle)
    }

    /// Calls a method by its name, and decodes its result.
    package func call<Value: JSONReadable>(
        _ method: String,
        _ parameters: some JSONWritable,
        reading handle: @escaping (Result<Value, CallFailure>) -> Void
    ) {
        call(method, parameters) { response, text in
            handle(
                response.flatMap { range in
                    (try? Value(range, in: text)).map { .success($0) } ?? .failure(.unreadable)
                }
            )
        }
    }
}
