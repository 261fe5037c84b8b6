/// What the header fields of a request say about its host, its body and its connection.
struct FramingFields {
    private var hasHost = false
    private var length: Int?
    private var hasEncoding = false
    private var wantsClose = false
    private var wantsKeepAlive = false

    /// Notes a field if it is one of these.
    @inline(__always)
    mutating func note(
        _ name: Range<Int>,
        _ value: Range<Int>,
        in bytes: Span<UInt8>,
        _ request: inout HTTPRequest
    ) throws(RequestFault) {
        switch name.count {
        case 4:
            guard ByteWords.equals("host", at: name.lowerBound, in: bytes) else { return }
            try noteHost(bytes.trimmed(value), in: bytes, &request)
        case 6:
            guard ByteWords.equals("expect", at: name.lowerBound, in: bytes) else { return }
            try noteExpectation(bytes.trimmed(value), in: bytes, &request)
        case 10:
            guard ByteWords.equals("connection", at: name.lowerBound, in: bytes) else { return }
            noteConnection(value, in: bytes)
        case 14:
            guard ByteWords.equals("content-length", at: name.lowerBound, in: bytes) else { return }
            try noteLength(bytes.trimmed(value), in: bytes)
        case 17:
            guard ByteWords.equals("transfer-encoding", at: name.lowerBound, in: bytes) else { return }
            try noteEncoding(bytes.trimmed(value), in: bytes)
        default: return
        }
    }

    /// Checks the fields together, and stores in the request what they say.
    @inline(__always)
    func apply(to request: inout HTTPRequest) throws(RequestFault) {
        if hasEncoding {
            guard length == nil else { throw .lengthAndEncoding }
            guard request.isVersion11 else { throw .encodingInVersion10 }
            request.framing = .chunked
        } else if let length {
            request.framing = .length(length)
        }
        guard hasHost || !request.isVersion11 else { throw .noHost }
        request.keepsAlive = !wantsClose && (request.isVersion11 || wantsKeepAlive)
        // RFC 9110, 10.1.1: the expectation of an HTTP/1.0 client is ignored.
        request.expectsContinue = request.expectsContinue && request.isVersion11
    }

    private mutating func noteHost(
        _ value: Range<Int>,
        in bytes: Span<UInt8>,
        _ request: inout HTTPRequest
    ) throws(RequestFault) {
        guard !hasHost else { throw .repeatedHost }
        hasHost = true
        guard CharacterSet.host.end(from: value.lowerBound, to: value.upperBound, in: bytes) == value.upperBound else {
            throw .host
        }
        // A host in the target replaces that of the field (RFC 9112, 3.2.2).
        request.host = request.host ?? value
    }

    private mutating func noteLength(_ value: Range<Int>, in bytes: Span<UInt8>) throws(RequestFault) {
        guard length == nil else { throw .repeatedLength }
        guard let number = bytes.decimal(in: value) else { throw .length }
        length = number
    }

    private mutating func noteEncoding(_ value: Range<Int>, in bytes: Span<UInt8>) throws(RequestFault) {
        guard !hasEncoding else { throw .repeatedEncoding }
        hasEncoding = true
        guard !bytes.equals("chunked", ignoringCaseIn: value) else { return }
        var list = TokenList(value)
        var last: Range<Int>?
        while let element = list.next(in: bytes) {
            last = element
        }
        guard let last, bytes.equals("chunked", ignoringCaseIn: last) else { throw .lastEncodingNotChunked }
        throw .unknownEncoding
    }

    private mutating func noteConnection(_ value: Range<Int>, in bytes: Span<UInt8>) {
        var list = TokenList(value)
        while let element = list.next(in: bytes) {
            if bytes.equals("close", ignoringCaseIn: element) {
                wantsClose = true
            } else if bytes.equals("keep-alive", ignoringCaseIn: element) {
                wantsKeepAlive = true
            }
        }
    }

    private mutating func noteExpectation(
        _ value: Range<Int>,
        in bytes: Span<UInt8>,
        _ request: inout HTTPRequest
    ) throws(RequestFault) {
        guard bytes.equals("100-continue", ignoringCaseIn: value) else { throw .unknownExpectation }
        request.expectsContinue = true
    }
}
