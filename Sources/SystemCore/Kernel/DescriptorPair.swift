/// Two connected ends: both speak in a socket pair; in a pipe the first reads and the second writes.
@frozen
package struct DescriptorPair: ~Copyable, Sendable {
    package var first: Descriptor
    package var second: Descriptor

    init(_ raw: (Int32, Int32)) {
        first = Descriptor(owning: raw.0)
        second = Descriptor(owning: raw.1)
    }

    /// Closes the second.
    package consuming func keepFirst() -> Descriptor { first }

    /// Closes the first.
    package consuming func keepSecond() -> Descriptor { second }
}
