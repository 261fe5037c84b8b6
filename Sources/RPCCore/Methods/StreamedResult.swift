package import JSONCore

/// A result that may be too long for one turn, and so is written piece by piece: a value, of which a copy goes on by itself
/// and writes the same.
package protocol StreamedResult {
    /// Writes the next piece, as much as `TurnLimits` allows; answers whether it was the last.
    ///
    /// All pieces together are one value. A piece may end wherever a value or a member of an object may follow.
    mutating func writePiece(to writer: inout JSONWriter) throws(JSONNotFinite) -> Bool
}
