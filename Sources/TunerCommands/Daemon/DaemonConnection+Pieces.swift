import JSONCore
import TunerAPI

extension DaemonConnection {
    /// Calls a method whose values may be longer than a message may be: then in several pieces, which are one change.
    func callInPieces<Parameters, Result>(
        _ method: MethodDeclaration<Parameters, Result>,
        _ parameters: Parameters
    ) throws(Failure) -> Answer<Result> {
        try callInPieces(method, untyped: JSON(parameters))
    }

    /// The same with parameters as somebody wrote them.
    func callInPieces<Parameters, Result>(
        _ method: MethodDeclaration<Parameters, Result>,
        untyped parameters: JSON
    ) throws(Failure) -> Answer<Result> {
        guard case .object(let object) = parameters else { return try call(method, untyped: parameters) }
        let pieces = CallPieces(object).pieces
        for piece in pieces.dropLast() {
            _ = try call(method, untyped: .object(piece))
        }
        return try call(method, untyped: .object(pieces.last ?? object))
    }
}
