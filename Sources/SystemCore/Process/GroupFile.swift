/// The format of `/etc/group` and of the output of `getent group`: lines of `NAME:PASSWORD:NUMBER:MEMBERS`.
enum GroupFile {
    /// Returns the number from the first line that has this name and a valid number; nil if there is none.
    static func id(of name: String, in bytes: [UInt8]) -> UInt32? {
        let wanted = Array(name.utf8)
        guard !wanted.isEmpty else { return nil }
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let fields = line.split(separator: UInt8(ascii: ":"), maxSplits: 3, omittingEmptySubsequences: false)
            if fields.count >= 3, fields[0].elementsEqual(wanted),
                let id = UInt32(String(decoding: fields[2], as: UTF8.self))
            {
                return id
            }
        }
        return nil
    }
}
