/// A set of ASCII characters.
struct CharacterSet {
    /// The bit of the set in the table.
    private let bit: UInt8

    /// The characters of a token (RFC 9110, 5.6.2): letters, digits and some signs.
    static let token = CharacterSet(bit: 1)

    /// The characters of a host with a port: those of a name and of an address in brackets.
    static let host = CharacterSet(bit: 2)

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        unsafe CharacterSet.table.utf8Start[Int(byte)] & bit != 0
    }

    /// Returns the offset of the first character that is not in the set; `end` if there is none before `end`.
    @inline(__always)
    func end(from start: Int, to end: Int, in bytes: Span<UInt8>) -> Int {
        precondition(start >= 0 && end <= bytes.count, "a search outside the bytes")
        let table = unsafe CharacterSet.table.utf8Start
        var position = start
        while position < end, unsafe table[Int(bytes[unchecked: position])] & bit != 0 {
            position &+= 1
        }
        return position
    }

    /// A digit for each byte, sixteen a row, whose lowest bits say to which sets the byte belongs.
    private static let table: StaticString = """
        0000000000000000\
        0000000000000000\
        0301333322332330\
        3333333333220200\
        0333333333333333\
        3333333333320213\
        1333333333333333\
        3333333333301030\
        0000000000000000\
        0000000000000000\
        0000000000000000\
        0000000000000000\
        0000000000000000\
        0000000000000000\
        0000000000000000\
        0000000000000000
        """
}
