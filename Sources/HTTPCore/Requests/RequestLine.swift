import JSONCore

/// The grammar of a request line.
enum RequestLine {
    /// Reads a line without its end; it contains no control character except tabs.
    @inline(__always)
    static func read(
        _ line: Range<Int>,
        in bytes: Span<UInt8>,
        into request: inout HTTPRequest
    ) throws(RequestFault) {
        let end = line.upperBound
        let methodEnd = CharacterSet.token.end(from: line.lowerBound, to: end, in: bytes)
        guard methodEnd > line.lowerBound, methodEnd < end, bytes[methodEnd] == UInt8(ascii: " ") else {
            throw .requestLine
        }
        request.methodName = line.lowerBound..<methodEnd
        request.method = HTTPMethod(request.methodName, in: bytes)
        let targetEnd = ByteWords.endOfVisible(from: methodEnd + 1, to: end, in: bytes)
        guard targetEnd > methodEnd + 1 else { throw .target }
        guard targetEnd < end else { throw .version }
        guard bytes[targetEnd] == UInt8(ascii: " ") else { throw .target }
        request.target = methodEnd + 1..<targetEnd
        request.isVersion11 = try isVersion11(targetEnd + 1..<end, in: bytes)
        if bytes[methodEnd + 1] == UInt8(ascii: "/") {
            try setPath(request.target, in: bytes, &request)
        } else {
            try readOtherTarget(in: bytes, &request)
        }
    }

    @inline(__always)
    private static func isVersion11(_ range: Range<Int>, in bytes: Span<UInt8>) throws(RequestFault) -> Bool {
        let version = bytes.extracting(range)
        guard !("HTTP/1.1" as StaticString).hasBytes(version) else { return true }
        guard version.count == 8, ("HTTP/" as StaticString).hasBytes(version.extracting(0..<5)),
            case UInt8(ascii: "0")...UInt8(ascii: "9") = version[5], version[6] == UInt8(ascii: "."),
            case UInt8(ascii: "0")...UInt8(ascii: "9") = version[7]
        else { throw .version }
        guard version[5] == UInt8(ascii: "1") else { throw .unsupportedVersion }
        return version[7] != UInt8(ascii: "0")
    }

    /// Splits a path from its query.
    @inline(__always)
    private static func setPath(
        _ range: Range<Int>,
        in bytes: Span<UInt8>,
        _ request: inout HTTPRequest
    ) throws(RequestFault) {
        let (mark, hash) = (UInt8(ascii: "?"), UInt8(ascii: "#"))
        let end = ByteWords.firstOffset(of: mark, or: hash, from: range.lowerBound, to: range.upperBound, in: bytes)
        request.path = range.lowerBound..<end
        guard end < range.upperBound else { return }
        // A client keeps the fragment of a URL for itself, so the number sign is not part of a target.
        guard bytes[end] == mark,
            ByteWords.firstOffset(of: hash, or: hash, from: end, to: range.upperBound, in: bytes) == range.upperBound
        else { throw .target }
        request.query = end + 1..<range.upperBound
    }

    /// Reads a target that does not begin with a slash.
    @inline(never)
    private static func readOtherTarget(in bytes: Span<UInt8>, _ request: inout HTTPRequest) throws(RequestFault) {
        let target = request.target
        guard request.method != .connect else { throw .tunnel }
        if target.count == 1, bytes[target.lowerBound] == UInt8(ascii: "*") {
            guard request.method == .options else { throw .target }
            request.path = target
            return
        }
        let scheme: StaticString = "http://"
        let hostStart = target.lowerBound + scheme.utf8CodeUnitCount
        guard target.count > scheme.utf8CodeUnitCount,
            bytes.equals(scheme, ignoringCaseIn: target.lowerBound..<hostStart)
        else { throw .target }
        let hostEnd = CharacterSet.host.end(from: hostStart, to: target.upperBound, in: bytes)
        guard hostEnd > hostStart else { throw .target }
        request.host = hostStart..<hostEnd
        guard hostEnd < target.upperBound else {
            request.path = hostEnd..<hostEnd
            return
        }
        guard bytes[hostEnd] == UInt8(ascii: "/") || bytes[hostEnd] == UInt8(ascii: "?") else { throw .target }
        try setPath(hostEnd..<target.upperBound, in: bytes, &request)
    }
}
