/// The version of the files, and what all versions share: the first line is an object that begins with the file's
/// format and version and ends with the checksum of all before it.
package enum StoreFormat {
    /// What is written; newer ones are refused, and older ones read: the first had no flags, and is the same otherwise.
    package static let version: Int64 = 2

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
