package import JSONCore

/// A function that handles the most common form of a method's parameters without decoding them.
///
/// The text begins with the request, or with its batch, and ends with the received bytes, so other requests may follow.
/// Returns true if it has written the result. If it returns false, it has written nothing, and the method decodes the
/// parameters as usual.
package typealias FastHandler = (JSONRange, Span<UInt8>, any Peer, inout JSONWriter) -> Bool
