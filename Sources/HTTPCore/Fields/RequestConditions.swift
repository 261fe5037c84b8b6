/// The result of a request's conditions.
package enum Precondition: Equatable, Sendable {
    /// Handle the request as if it had no condition.
    case holds
    /// Respond with ``HTTPStatus/notModified``.
    case notModified
    /// Respond with ``HTTPStatus/preconditionFailed``.
    case failed
}

/// The conditions of a request, which outlive its bytes.
///
/// Conditions with a date are ignored: nothing that the server has is known with the time of its last change.
package struct RequestConditions: Sendable {
    /// The tags of `If-Match`; nil without the field.
    package let match: EntityTagList?
    /// The tags of `If-None-Match`; nil without the field.
    package let noneMatch: EntityTagList?
    private let isRead: Bool

    package init(_ request: HTTPRequest, in bytes: Span<UInt8>) {
        match = EntityTagList("if-match", of: request, in: bytes)
        noneMatch = EntityTagList("if-none-match", of: request, in: bytes)
        isRead = request.method == .get || request.method == .head
    }

    /// Evaluates the conditions against what the request names, in the order of RFC 9110, 13.2.2.
    ///
    /// `tag` is its strong entity tag without the quotes; nil if it has none.
    package func evaluate(tag: String?) -> Precondition {
        if let match {
            guard match.isAny || tag.map({ match.containsStrong($0.utf8.span) }) == true else { return .failed }
        }
        if let noneMatch, noneMatch.isAny || tag.map({ noneMatch.contains($0.utf8.span) }) == true {
            return isRead ? .notModified : .failed
        }
        return .holds
    }
}
