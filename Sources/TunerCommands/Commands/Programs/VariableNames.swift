/// The names of keys as environment variables.
struct VariableNames {
    /// The prefix of the names without the option `--prefix`.
    static let usualPrefix = "TUNABLE_"

    /// Variables that control which programs run, what they load or how a shell reads; a value must not change them.
    private static let reserved: Set<String> = [
        "BASH_ENV", "CDPATH", "EDITOR", "ENV", "GCONV_PATH", "GETCONF_DIR", "HOME", "HOSTALIASES", "IFS", "LANG",
        "LOCPATH",
        "LOGNAME", "MAIL", "NLSPATH", "NODE_OPTIONS", "OLDPWD", "PAGER", "PATH", "PERL5LIB", "PERL5OPT",
        "PROMPT_COMMAND",
        "PS1", "PS2", "PS3", "PS4", "PWD", "RES_OPTIONS", "RUBYLIB", "RUBYOPT", "SHELL", "SHELLOPTS", "TERM",
        "TERMINFO",
        "TMPDIR", "TZ", "TZDIR", "USER", "VISUAL",
    ]
    private static let reservedPrefixes = [
        "BASH_", "DYLD_", "GIT_", "GLIBC_", "JAVA_", "LC_", "LD_", "MALLOC_", "PYTHON", "SSH_", "TUNER_", "XDG_",
    ]

    private let prefix: String
    private var keys: [String: String] = [:]

    /// Creates names with a prefix, which may be empty.
    init(prefix: String) { self.prefix = prefix }

    /// Returns the name for a key; throws if the name is reserved, not valid or already used for another key.
    mutating func name(for key: String) throws(VariableFault) -> String {
        let name = prefix + VariableNames.words(of: key)
        if let first = name.utf8.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) {
            throw .noName(key, name)
        }
        if VariableNames.reserved.contains(name) || VariableNames.reservedPrefixes.contains(where: name.hasPrefix) {
            throw .reserved(key, name)
        }
        if let other = keys.updateValue(key, forKey: name) {
            throw .collision(other, key, name)
        }
        return name
    }

    /// Returns whether a text is a valid prefix.
    static func isPrefix(_ text: String) -> Bool {
        text.utf8.enumerated().allSatisfy { offset, byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"): offset > 0
            default: false
            }
        }
    }

    /// Returns a key in capitals: `UI_CORNER_RADIUS` for `ui.cornerRadius`.
    ///
    /// An underscore replaces each other byte, and precedes each capital that begins a word.
    static func words(of key: String) -> String {
        var text: [UInt8] = []
        var endsSmall = false
        for byte in key.utf8 {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"):
                if endsSmall { text.append(UInt8(ascii: "_")) }
                text.append(byte)
                endsSmall = false
            case UInt8(ascii: "a")...UInt8(ascii: "z"):
                text.append(byte - 0x20)
                endsSmall = true
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                text.append(byte)
                endsSmall = true
            default:
                text.append(UInt8(ascii: "_"))
                endsSmall = false
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
