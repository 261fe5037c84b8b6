internal import CSystem

/// Instructions that only some processors have.
package enum Processor {
    /// Updates a CRC-32C with some bytes; returns false and does nothing if the processor has no instruction for it.
    package static func advance(crc32c state: inout UInt32, over bytes: Span<UInt8>) -> Bool {
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe csystem_crc32c(&state, bytes.baseAddress, bytes.count) == 0
        }
    }
}
