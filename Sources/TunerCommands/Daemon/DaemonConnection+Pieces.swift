import ConsoleCore
import JSONCore
import TunerAPI

extension DaemonConnection {
    /// Calls a method, in several messages if the values exceed the message limit; the daemon makes one commit of them.
    func callInPieces<Parameters, Result>(
        _ method: MethodDeclaration<Parameters, Result>,
        _ parameters: Parameters
    ) throws(Failure) -> Response<Result> {
        try callInPieces(method, untyped: JSON(parameters))
    }

    /// Calls a method, in several messages if necessary, with parameters that are not validated here.
    func callInPieces<Parameters, Result>(
        _ method: MethodDeclaration<Parameters, Result>,
        untyped parameters: JSON
    ) throws(Failure) -> Response<Result> {
        guard case .object(let object) = parameters else { return try call(method, untyped: parameters) }
        let pieces = CallPieces(object).pieces
        for piece in pieces.dropLast() {
            _ = try call(method, untyped: .object(piece))
        }
        return try call(method, untyped: .object(pieces.last ?? object))
    }
}
