/// The options of a write.
package struct WriteOptions: Equatable, Sendable {
    /// The write is refused if the key changed after this revision; 0 means that the key must not exist.
    package var ifRevision: Int64?
    /// Whether an invalid number is replaced by the nearest valid one.
    package var clamps = false
    /// The duration of a temporary value in milliseconds; nil for a value without an end.
    package var duration: Int64?
    /// The try that a temporary value belongs to; nil if it has its own end.
    var tryID: Int64?
    /// Whether the write may create a key.
    package var creates = true
    /// Whether a key whose effective value is the given one keeps what is stored for it.
    package var keepsEqual = false
    /// Whether a value is stored that would be in effect without being stored.
    package var storesAll = false

    package init() {}

    /// The options of a plain write: all defaults.
    static let plain = WriteOptions()

    /// Lets a pattern match options, as in `case .set(_, _, .plain)`.
    static func ~= (pattern: WriteOptions, options: WriteOptions) -> Bool { pattern == options }
}
