/// The version of the files, and what all versions share: the first line is an object that begins with the file's
/// format and version and ends with the checksum of all before it.
package enum StoreFormat {
    /// The version that the store writes; it refuses newer ones and reads older ones.
    ///
    /// Version 1 has no flags. Version 2 has all patterns of the kill switch in each edit of it.
    package static let version: Int64 = 3

    /// What a line's checksum stands behind, and what closes the line.
    static let seal: StaticString = ",\"checksum\":\""
    static let end: StaticString = "\"}\n"

    /// The digits of a checksum.
    static let checksumDigits = 8

    /// What follows a line's own facts.
    static let sealedLength = seal.utf8CodeUnitCount + checksumDigits + end.utf8CodeUnitCount

    /// A first line or a batch's line is never longer.
    static let longestLine = 1024
}
