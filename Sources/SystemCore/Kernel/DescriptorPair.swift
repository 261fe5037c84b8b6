/// Two connected descriptors: the ends of a socket pair, or the read end and the write end of a pipe.
@frozen
package struct DescriptorPair: ~Copyable, Sendable {
    package var first: Descriptor
    package var second: Descriptor

    init(_ raw: (Int32, Int32)) {
        first = Descriptor(owning: raw.0)
        second = Descriptor(owning: raw.1)
    }

    /// Returns the first descriptor and closes the second.
    package consuming func keepFirst() -> Descriptor { first }

    /// Returns the second descriptor and closes the first.
    package consuming func keepSecond() -> Descriptor { second }
}
