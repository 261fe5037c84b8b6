/// The format's version and the parts that every version shares.
///
/// In every version, the first line of a file is an object. It begins with the file's format and version, and ends with
/// a checksum of everything before the checksum.
package enum StoreFormat {
    /// The version that the store writes; it reads older versions and refuses newer ones.
    ///
    /// Version 1 has no flags. In version 2, each edit of the kill switch contains all patterns of the kill switch.
    /// Version 3 has no declarations of flags.
    package static let version: Int64 = 4

    /// The text before a line's checksum.
    static let seal: StaticString = ",\"checksum\":\""

    /// The text after a line's checksum, which ends the line.
    static let end: StaticString = "\"}\n"

    /// The number of hexadecimal digits of a checksum.
    static let checksumDigits = 8

    /// The length of the checksum with the text around it.
    static let sealedLength = seal.utf8CodeUnitCount + checksumDigits + end.utf8CodeUnitCount

    /// The greatest length of a first line or a batch's line.
    static let maxLineLength = 1024
}
