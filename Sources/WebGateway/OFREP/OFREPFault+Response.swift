package import HTTPCore
package import JSONCore
import RPCCore
import TunerAPI

extension OFREPFault {
    /// The status, and the error code if the body has one.
    private var response: (status: HTTPStatus, errorCode: StaticString?) {
        switch self {
        case .notJSON, .body: (.badRequest, "PARSE_ERROR")
        case .context, .targetingKey: (.badRequest, "INVALID_CONTEXT")
        case .tooLarge: (.contentTooLarge, nil)
        case .url, .worldHasNoEvents: (.badRequest, "GENERAL")
        case .unavailable: (.serviceUnavailable, nil)
        case .overloaded: (.tooManyRequests, nil)
        case .internal: (.internalServerError, nil)
        case .refused(let error):
            switch error.kind.flatMap({ ErrorKind(rawValue: $0) }) {
            case .tooLarge: (.contentTooLarge, nil)
            case .denied: (.forbidden, nil)
            case .unknownWorld: (.badRequest, "GENERAL")
            // The only parameters with a client's text are the key and the context. No flag has an invalid key.
            case .invalidParams where error.parameter == "key": (.notFound, "FLAG_NOT_FOUND")
            case .invalidParams where error.parameter == "context": (.badRequest, "INVALID_CONTEXT")
            default: (.internalServerError, nil)
            }
        }
    }

    package var status: HTTPStatus { response.status }

    /// Appends the body of the response; `key` is the key of the flag, or nil in a bulk request.
    ///
    /// A response with the status 403 has no body.
    package func writeBody(key: String?, to body: inout ByteBuffer) {
        let (status, errorCode) = response
        guard status != .forbidden else { return }
        OFREPFault.writeBody(errorCode, key: key, sentence, to: &body)
    }

    /// Appends the body of a response to a request that was refused before it was read.
    static func writeBody(_ sentence: String, to body: inout ByteBuffer) {
        writeBody(nil, key: nil, sentence, to: &body)
    }

    private static func writeBody(
        _ errorCode: StaticString?,
        key: String?,
        _ sentence: String,
        to body: inout ByteBuffer
    ) {
        var writer = JSONWriter()
        writer.beginObject()
        if let errorCode {
            if let key {
                writer.name(plain: "key")
                writer.string(key)
            }
            writer.name(plain: "errorCode")
            writer.string("\(errorCode)")
        }
        writer.name(plain: "errorDetails")
        writer.string(sentence)
        writer.endObject()
        body.append(contentsOf: writer.takeBytes())
    }

    private var sentence: String {
        switch self {
        case .notJSON(let fault): "the body is not JSON: \(fault.reason) at byte \(fault.offset)"
        case .body(let kind): "the body must be an object, got \(kind.words)"
        case .context(let kind): "context must be an object, got \(kind.words)"
        case .targetingKey(let kind): "context.targetingKey must be a string, got \(kind.words)"
        case .tooLarge(let sentence), .unavailable(let sentence), .overloaded(let sentence), .internal(let sentence):
            sentence
        case .url(let fault): fault.sentence
        case .worldHasNoEvents: "a world has no events of OFREP; use /events?flags=*&world=NAME"
        case .refused(let error): error.message
        }
    }
}

extension RemoteError {
    /// The name of the parameter that the error is about.
    fileprivate var parameter: String? {
        guard case .object(let facts) = data, case .string(let name) = facts["parameter"] else { return nil }
        return name
    }
}
