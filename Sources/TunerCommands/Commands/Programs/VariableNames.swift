/// What keys are called as variables of the environment.
struct VariableNames {
    /// What names begin with where the user does not say.
    static let usualPrefix = "TUNABLE_"

    /// What says which programs run, what they load and how a shell reads: a value must not decide that.
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

    /// Names that begin with a prefix, which may be empty.
    init(prefix: String) { self.prefix = prefix }

    /// The name for a key, which no other key and nothing else has.
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

    /// Whether a text can stand before a name.
    static func isPrefix(_ text: String) -> Bool {
        text.utf8.enumerated().allSatisfy { place, byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"): place > 0
            default: false
            }
        }
    }

    /// A key in capitals, `_` for what a name cannot have and where a capital begins a word: `UI_CORNER_RADIUS`.
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
