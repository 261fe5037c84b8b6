/// How a value is to be written.
package struct WriteOptions: Equatable, Sendable {
    /// The write is refused if the key changed after this revision; 0 where it must not exist.
    package var ifRevision: Int64?
    /// Whether a value that is not legal becomes the nearest that is.
    package var clamps = false
    /// After how many milliseconds the value ends again.
    package var duration: Int64?
    /// Whether a key that does not exist comes to be.
    package var creates = true

    /// A plain write.
    package init() {}

    /// A write without any wishes.
    static let plain = WriteOptions()

    /// Whether a pattern is these options.
    static func ~= (pattern: WriteOptions, options: WriteOptions) -> Bool { pattern == options }
}
