package import JSONCore

/// A result that is written in pieces, because it may be too long for one turn.
///
/// A result must behave like a value: a copy continues on its own and writes the same text.
package protocol StreamedResult {
    /// Writes the next piece, within ``TurnLimits``, and returns whether it was the last.
    ///
    /// All pieces together form one JSON value. A piece may end wherever a value or a member of an object may follow.
    mutating func writePiece(to writer: inout JSONWriter) throws(JSONNotFinite) -> Bool
}
