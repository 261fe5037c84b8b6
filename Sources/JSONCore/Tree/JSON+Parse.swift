extension JSON {
    /// How deep texts may nest unless told otherwise.
    package static let defaultDepthLimit = 128

    /// The deepest limit that may be asked for: values beyond it could overflow a stack when they end.
    package static let deepestLimit = 4_096

    /// Reads one whole text; of names that stand twice the last counts.
    package static func parse(
        _ text: Span<UInt8>,
        depthLimit: Int = defaultDepthLimit
    ) throws(JSONFault) -> JSON {
        var sink = TreeSink()
        try JSONScanner.scanWhole(text, depthLimit: depthLimit, sink: &sink)
        return sink.finish()
    }

    /// Reads one whole text, and tells whether a name stands twice in any of its objects.
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

    /// Reads a text held in a string.
    package static func parse(_ text: String, depthLimit: Int = defaultDepthLimit) throws(JSONFault) -> JSON {
        try parse(text.utf8.span, depthLimit: depthLimit)
    }

    /// Checks one whole text without building anything, and gives the place of its value.
    package static func check(
        _ text: Span<UInt8>,
        depthLimit: Int = defaultDepthLimit
    ) throws(JSONFault) -> JSONRange {
        precondition(text.count < JSONRange.textLimit, "a text too long to be looked into")
        var sink = SilentSink()
        let value = try JSONScanner.scanWhole(text, depthLimit: depthLimit, sink: &sink)
        return JSONRange(value, in: text)
    }
}

extension JSONScanner {
    /// Scans a text that must end where the span ends; gives the value's bytes without the white space around it.
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
