package import JSONCore

/// Answers a call from the bytes of its parameters where they are what most callers send, and says whether it did; it has
/// written nothing where it did not, and the method reads the parameters as ever.
package typealias FastHandler = (JSONRange, Span<UInt8>, any Peer, inout JSONWriter) -> Bool
