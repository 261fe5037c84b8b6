extension RequestFault {
    /// The status of the response to the refused request.
    package var status: HTTPStatus {
        switch self {
        case .requestLine, .target, .version, .controlCharacter, .bareCarriageReturn, .bareLineFeed, .fieldName,
            .spaceBeforeColon, .noColon, .foldedField, .noHost, .repeatedHost, .host, .length, .repeatedLength,
            .lengthAndEncoding, .repeatedEncoding, .encodingInVersion10, .lastEncodingNotChunked, .chunkSize,
            .chunkEnd, .chunkLineTooLong, .endedInside:
            .badRequest
        case .headTimedOut, .bodyTimedOut: .requestTimeout
        case .bodyTooLong: .contentTooLarge
        case .requestLineTooLong: .targetTooLong
        case .unknownExpectation: .expectationFailed
        case .fieldsTooLong, .trailersTooLong: .fieldsTooLarge
        case .tunnel, .unknownEncoding: .notImplemented
        case .unsupportedVersion: .versionNotSupported
        }
    }

    /// What is wrong with the request, as one sentence.
    package var sentence: String {
        switch self {
        case .requestLine: "The request line is not \"METHOD TARGET HTTP/1.1\"."
        case .target: "The request target is not a path, an http URL or, for OPTIONS, \"*\"."
        case .version: "The request line does not end with an HTTP version."
        case .unsupportedVersion: "This server speaks HTTP/1.1 and HTTP/1.0 only."
        case .tunnel: "This server is not a proxy and opens no tunnels."
        case .controlCharacter: "The head contains a control character."
        case .bareCarriageReturn: "The head contains a carriage return without a line feed."
        case .bareLineFeed: "A line ends with a line feed without a carriage return."
        case .fieldName: "The name of a header field contains a character that is not allowed."
        case .spaceBeforeColon: "A header field has white space between its name and the colon."
        case .noColon: "A header field has no colon."
        case .foldedField: "A header field continues on the next line, which is obsolete."
        case .noHost: "The Host field is missing."
        case .repeatedHost: "The request has more than one Host field."
        case .host: "The host is not valid."
        case .length: "The Content-Length is not a number."
        case .repeatedLength: "The request has more than one Content-Length field."
        case .lengthAndEncoding: "The request has both Content-Length and Transfer-Encoding."
        case .repeatedEncoding: "The request has more than one Transfer-Encoding field."
        case .encodingInVersion10: "An HTTP/1.0 request has no Transfer-Encoding."
        case .lastEncodingNotChunked: "The last transfer encoding is not \"chunked\"."
        case .unknownEncoding: "This server knows no transfer encoding except \"chunked\"."
        case .unknownExpectation: "This server knows no expectation except \"100-continue\"."
        case .chunkSize: "The size of a chunk is not a hexadecimal number."
        case .chunkEnd: "A chunk is longer than its size."
        case .endedInside: "The connection ended inside the request."
        case .requestLineTooLong(let limit): "The request line has more than \(limit) bytes."
        case .fieldsTooLong(let limit): "The header fields have more than \(limit) bytes."
        case .chunkLineTooLong(let limit): "A line between chunks has more than \(limit) bytes."
        case .trailersTooLong(let limit): "The trailer fields have more than \(limit) bytes."
        case .bodyTooLong(let limit): "The body has more than \(limit) bytes."
        case .headTimedOut: "The head of the request did not arrive in time."
        case .bodyTimedOut: "The body of the request did not arrive in time."
        }
    }
}
