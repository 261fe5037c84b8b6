package import HTTPCore
package import JSONCore

/// The evaluation of a flag by the daemon, as ranges of the text of its response.
package struct OFREPEvaluation {
    private let key: JSONRange
    private var value: JSONRange?
    private var variant: JSONRange?
    private let reason: JSONRange
    private var metadata: JSONRange?
    private var errorCode: JSONRange?
    private var errorMessage: JSONRange?

    /// Finds the members of an evaluation: the result of `flags.evaluate`, or an element of `flags`.
    ///
    /// `overridden` and `limited` have no counterpart in OFREP. Returns nil if this is no evaluation.
    package init?(_ evaluation: JSONRange, in text: Span<UInt8>) {
        guard evaluation.kind == .object else { return nil }
        var (key, reason): (JSONRange?, JSONRange?)
        var members = JSONMembers(of: evaluation)
        while let (name, value) = members.next(in: text) {
            if name.isString("key", in: text) {
                key = value
            } else if name.isString("value", in: text) {
                self.value = value
            } else if name.isString("variant", in: text) {
                variant = value
            } else if name.isString("reason", in: text) {
                reason = value
            } else if name.isString("metadata", in: text) {
                metadata = value
            } else if name.isString("errorCode", in: text) {
                errorCode = value
            } else if name.isString("errorMessage", in: text) {
                errorMessage = value
            }
        }
        guard let key, let reason else { return nil }
        self.key = key
        self.reason = reason
    }

    /// Writes the evaluation as a success or a failure of OFREP, and returns the status of a response with it.
    @discardableResult
    package func write(_ text: Span<UInt8>, to writer: inout JSONWriter) -> HTTPStatus {
        writer.beginObject()
        OFREPEvaluation.write("key", key, text, to: &writer)
        var status = HTTPStatus.ok
        if let errorCode {
            let (code, codeStatus) = OFREPEvaluation.error(errorCode, text)
            status = codeStatus
            writer.name(plain: "errorCode")
            writer.raw(code)
            OFREPEvaluation.write("errorDetails", errorMessage, text, to: &writer)
        } else {
            OFREPEvaluation.write("reason", reason, text, to: &writer)
            // Without a value, the client uses the default of its code. That is so for a disabled flag, too.
            if let value, !reason.isString("DISABLED", in: text) {
                OFREPEvaluation.write("value", value, text, to: &writer)
                OFREPEvaluation.write("variant", variant, text, to: &writer)
            }
        }
        OFREPEvaluation.write("metadata", metadata, text, to: &writer)
        writer.endObject()
        return status
    }

    private static func write(
        _ name: StaticString,
        _ value: JSONRange?,
        _ text: Span<UInt8>,
        to writer: inout JSONWriter
    ) {
        guard let value else { return }
        writer.name(plain: name)
        writer.raw(text, in: value.source)
    }

    /// Returns the JSON of an error code that OFREP has, and its status.
    private static func error(_ code: JSONRange, _ text: Span<UInt8>) -> (StaticString, HTTPStatus) {
        if code.isString("FLAG_NOT_FOUND", in: text) {
            (#""FLAG_NOT_FOUND""#, .notFound)
        } else if code.isString("PARSE_ERROR", in: text) {
            (#""PARSE_ERROR""#, .badRequest)
        } else if code.isString("TARGETING_KEY_MISSING", in: text) {
            (#""TARGETING_KEY_MISSING""#, .badRequest)
        } else if code.isString("INVALID_CONTEXT", in: text) {
            (#""INVALID_CONTEXT""#, .badRequest)
        } else {
            (#""GENERAL""#, .badRequest)
        }
    }
}
