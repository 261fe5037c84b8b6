/// Numbers of bytes in help texts.
package enum ByteText {
    /// Returns a number as on a command line, and after it in MiB or KiB if that is exact: `8388608 = 8 MiB`.
    package static func text(_ bytes: Int) -> String {
        for (shift, unit) in [(20, "MiB"), (10, "KiB")] where bytes >= 1 << shift && bytes % (1 << shift) == 0 {
            return "\(bytes) = \(bytes >> shift) \(unit)"
        }
        return "\(bytes)"
    }
}
