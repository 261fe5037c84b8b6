/// The base directories of the XDG specification.
enum XDG {
    /// Returns the directory that a variable names, without trailing slashes; nil if it is unset, empty or relative.
    static func directory(_ variable: String, _ environment: (String) -> String?) -> String? {
        let slash = UInt8(ascii: "/")
        guard var directory = environment(variable)?.utf8[...], directory.first == slash else { return nil }
        while directory.last == slash {
            directory = directory.dropLast()
        }
        return String(directory)
    }
}
