/// The desktop's base directories, as their specification wants them read.
enum XDG {
    /// The folder that a variable names, without slashes at its end; none where it is unset, empty or relative.
    static func folder(_ variable: String, _ environment: (String) -> String?) -> String? {
        let slash = UInt8(ascii: "/")
        guard var folder = environment(variable)?.utf8[...], folder.first == slash else { return nil }
        while folder.last == slash {
            folder = folder.dropLast()
        }
        return String(folder)
    }
}
