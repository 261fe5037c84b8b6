internal import CSystem

/// What some processors do by themselves and others have to be told step by step.
package enum Processor {
    /// Goes on with a CRC of Castagnoli's polynomial over some bytes; `false`, and nothing done, where there is no
    /// instruction for it.
    package static func advance(crc32c state: inout UInt32, over bytes: Span<UInt8>) -> Bool {
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe csystem_crc32c(&state, bytes.baseAddress, bytes.count) == 0
        }
    }
}
