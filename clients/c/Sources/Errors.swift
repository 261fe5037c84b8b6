import CTuner
import JSONCore
import TunerClient

/// Why a function of the library has failed.
enum CallError: Error {
    /// An argument cannot be used, for a reason.
    case invalid(String)
    case tuner(TunerError)

    private var code: tuner_code {
        switch self {
        case .invalid, .tuner(.unencodable), .tuner(.undecodable): TUNER_INVALID
        case .tuner(.notConnected), .tuner(.outsideTest): TUNER_NOT_CONNECTED
        case .tuner(.outcomeUnknown): TUNER_OUTCOME_UNKNOWN
        case .tuner(.refused): TUNER_REFUSED
        case .tuner(.notReady), .tuner(.undeclarable): TUNER_NOT_READY
        case .tuner(.overloaded): TUNER_OVERLOADED
        }
    }

    private var message: String {
        switch self {
        case .invalid(let reason): reason
        case .tuner(let error): "\(error)"
        }
    }

    /// Fills the caller's error, and returns the code.
    fileprivate func fill(_ error: UnsafeMutablePointer<tuner_error>?) -> tuner_code {
        guard let error = unsafe error else { return code }
        unsafe error.pointee.code = code
        unsafe error.pointee.message = newText(message)
        if case .tuner(.refused(let refusal)) = self {
            unsafe error.pointee.kind = newText(refusal.kind.rawValue)
            unsafe error.pointee.data = newText("\(TunerValue.object(refusal.data))")
        }
        return code
    }
}

/// Runs a function that can fail, and returns its code and its error to C.
func attempt(
    _ target: UnsafeMutablePointer<tuner_error>?,
    _ body: () throws(CallError) -> Void
) -> tuner_code {
    unsafe target?.pointee = tuner_error()
    do throws(CallError) {
        try body()
        return TUNER_OK
    } catch {
        return unsafe error.fill(target)
    }
}

/// Runs a function of the client library, whose errors become errors for C.
func passing<Result>(_ body: () throws(TunerError) -> Result) throws(CallError) -> Result {
    do throws(TunerError) {
        return try body()
    } catch {
        throw .tuner(error)
    }
}
