import CTuner
import JSONCore
import TunerClient

/// Why a function of the library has failed.
enum CallError: Error {
    /// An argument cannot be used, for a reason.
    case invalid(String)
    /// An error of the client library, and why there is no connection.
    case tuner(TunerError, lossReason: String?)
    /// Too many posted writes have no response yet.
    case tooManyPosted

    private var code: tuner_code {
        switch self {
        case .invalid: TUNER_INVALID
        case .tooManyPosted: TUNER_OVERLOADED
        case .tuner(let error, _):
            switch error {
            case .unencodable, .undecodable: TUNER_INVALID
            case .notConnected, .outsideTest: TUNER_NOT_CONNECTED
            case .outcomeUnknown: TUNER_OUTCOME_UNKNOWN
            case .refused: TUNER_REFUSED
            case .notReady, .undeclarable: TUNER_NOT_READY
            case .overloaded: TUNER_OVERLOADED
            }
        }
    }

    /// One sentence for people.
    var message: String {
        switch self {
        case .invalid(let reason): reason
        case .tooManyPosted: "\(PostedWrites.most) posted writes wait for their responses; nothing was sent"
        case .tuner(let error, nil): "\(error)"
        case .tuner(let error, let reason?): "\(error): \(reason)"
        }
    }

    /// Fills the caller's error, and returns the code.
    fileprivate func fill(_ error: UnsafeMutablePointer<tuner_error>?) -> tuner_code {
        guard let error = unsafe error else { return code }
        unsafe error.pointee.code = code
        unsafe error.pointee.message = newText(message)
        if case .tuner(.refused(let refusal), _) = self {
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
///
/// With a tuner, an error that nothing is connected has the reason.
func passing<Result>(
    on tuner: Tuner? = nil,
    _ body: () throws(TunerError) -> Result
) throws(CallError) -> Result {
    do throws(TunerError) {
        return try body()
    } catch {
        throw .tuner(error, lossReason: error == .notConnected ? tuner?.lossReason : nil)
    }
}
