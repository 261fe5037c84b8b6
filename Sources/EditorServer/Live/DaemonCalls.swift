package import ClientCore
package import JSONCore
package import TunerAPI

/// The daemon as the language server calls it; tests have their own.
package protocol DaemonCalls: AnyObject {
    /// Sends a call; `handle` receives the response, or the failure, once.
    func call(_ method: String, _ parameters: any JSONWritable, _ handle: @escaping ResponseHandler)
}

extension DaemonCalls {
    /// Calls a declared method; `handle` receives the result, or the failure, once.
    package func call<Parameters, Value>(
        _ method: MethodDeclaration<Parameters, Value>,
        _ parameters: Parameters,
        _ handle: @escaping (Result<Value, CallFailure>) -> Void
    ) {
        call(method.name.description, parameters) { response, text in
            handle(
                response.flatMap { range in
                    (try? Value(range, in: text)).map { .success($0) } ?? .failure(.unreadable)
                }
            )
        }
    }
}
