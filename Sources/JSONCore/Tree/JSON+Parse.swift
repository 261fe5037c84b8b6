extension JSON {
    /// The nesting depth that a parser accepts by default.
    package static let defaultDepthLimit = 128

    /// The largest permitted depth limit: releasing a deeper value could overflow the stack, because it is recursive.
    package static let deepestLimit = 4_096

    /// Parses a complete text; if a name is repeated in an object, the last value counts.
    package static func parse(
        _ text: Span<UInt8>,
        depthLimit: Int = defaultDepthLimit
    ) throws(JSONFault) -> JSON {
        var sink = TreeSink()
        try JSONScanner.scanWhole(text, depthLimit: depthLimit, sink: &sink)
        return sink.finish()
    }

    /// Parses a complete text, and stores whether any object repeats a name.
    package static func parse(
        _ text: Span<UInt8>,
        depthLimit: Int = defaultDepthLimit,
        repeatsNames: inout Bool
    ) throws(JSONFault) -> JSON {
        var sink = TreeSink()
        try JSONScanner.scanWhole(text, depthLimit: depthLimit, sink: &sink)
        repeatsNames = sink.repeatsNames
        return sink.finish()
    }

    /// Parses the text in a string.
    package static func parse(_ text: String, depthLimit: Int = defaultDepthLimit) throws(JSONFault) -> JSON {
        try parse(text.utf8.span, depthLimit: depthLimit)
    }

    /// Validates a complete text without building a value, and returns the range of its value.
    package static func check(
        _ text: Span<UInt8>,
        depthLimit: Int = defaultDepthLimit
    ) throws(JSONFault) -> JSONRange {
        precondition(text.count < JSONRange.textLimit, "a text too long to be parsed")
        var sink = SilentSink()
        let value = try JSONScanner.scanWhole(text, depthLimit: depthLimit, sink: &sink)
        return JSONRange(value, in: text)
    }
}

extension JSONScanner {
    /// Scans a text that must fill the span, and returns the value's range without surrounding white space.
    @discardableResult
    static func scanWhole<Sink: JSONSink & ~Copyable>(
        _ text: Span<UInt8>,
        depthLimit: Int,
        sink: inout Sink
    ) throws(JSONFault) -> Range<Int> {
        precondition(depthLimit <= JSON.deepestLimit, "a depth limit beyond JSON.deepestLimit")
        var scanner = JSONScanner(depthLimit: depthLimit)
        let start = endOfWhiteSpace(from: 0, in: text)
        guard case .complete(let end) = try scanner.scan(text, isWhole: true, sink: &sink) else {
            preconditionFailure("a whole text is complete or faulty")
        }
        let rest = endOfWhiteSpace(from: end, in: text)
        guard rest == text.count else { throw JSONFault(.expected(.nothing), at: rest) }
        return start..<end
    }
}
