/// The result of a request's conditions.
package enum Precondition: Equatable, Sendable {
    /// Handle the request as if it had no condition.
    case holds
    /// Respond with ``HTTPStatus/notModified``.
    case notModified
    /// Respond with ``HTTPStatus/preconditionFailed``.
    case failed
}

extension HTTPRequest {
    /// Evaluates the conditions of the request against what it names, in the order of RFC 9110, 13.2.2.
    ///
    /// `tag` is the strong entity tag without its quotes, or nil if what the request names does not exist. `modified` is
    /// the time of the last change, or nil if it is unknown.
    package func precondition(tag: Span<UInt8>?, modified: HTTPDate?, in bytes: Span<UInt8>) -> Precondition {
        let isRead = method == .get || method == .head
        if value(of: "if-match", in: bytes) != nil {
            guard let tag, anyValue(of: "if-match", in: bytes, { EntityTag.isListedStrong(tag, $0, in: bytes) }) else {
                return .failed
            }
        } else if let date = date(of: "if-unmodified-since", in: bytes), let modified {
            guard modified.seconds <= date.seconds else { return .failed }
        }
        if value(of: "if-none-match", in: bytes) != nil {
            if let tag, anyValue(of: "if-none-match", in: bytes, { EntityTag.isListed(tag, $0, in: bytes) }) {
                return isRead ? .notModified : .failed
            }
        } else if isRead, let date = date(of: "if-modified-since", in: bytes), let modified {
            guard modified.seconds > date.seconds else { return .notModified }
        }
        return .holds
    }

    private func date(of name: StaticString, in bytes: Span<UInt8>) -> HTTPDate? {
        onlyValue(of: name, in: bytes).flatMap { HTTPDate($0, in: bytes) }
    }

    /// Returns whether a condition holds for the value of any field with a name.
    private func anyValue(of name: StaticString, in bytes: Span<UInt8>, _ holds: (Range<Int>) -> Bool) -> Bool {
        var next = value(of: name, in: bytes)
        while let value = next {
            guard !holds(value) else { return true }
            next = self.value(of: name, after: value, in: bytes)
        }
        return false
    }
}
