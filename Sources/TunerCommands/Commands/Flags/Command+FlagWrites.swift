import JSONCore
import OptionCore
import TunerAPI

// The actions that change one flag, or several flags one after the other.
extension Command {
    static let flagOn = flagWrite(
        "on",
        "Override a boolean flag with true.",
        options: [.duration(\.self)]
    ) { (flag) throws(Failure) in try flag.set(to: true) }

    static let flagOff = flagWrite(
        "off",
        "Override a boolean flag with false.",
        options: [.duration(\.self)]
    ) { (flag) throws(Failure) in try flag.set(to: false) }

    static let flagToggle = flagWrite(
        "toggle",
        "Override a boolean flag with the opposite of its value.",
        options: [.duration(\.self)]
    ) { (flag) throws(Failure) in try flag.toggle() }

    static let flagReset = flagWrite("reset", API.Flags.reset.summary, options: []) { (flag) throws(Failure) in
        try flag.reset()
    }

    static let flagSet = Command(
        "flag set",
        API.Flags.set.summary,
        "KEY VARIANT|VALUE",
        details: "VALUE is JSON or a number such as .5. For a text that is not the name of a variant, use --string.",
        settings: FlagSetOptions(),
        options: [.string(\.areStrings), .duration(\.duration)],
        examples: ["tunerctl flag set theme night", "tunerctl flag set theme night --for 10m"],
        completion: .flags
    ) { (invocation, options, output) throws(Failure) in
        let (words, connection) = (try invocation.arguments, try invocation.connect())
        let writer = FlagOverrideWriter(words[0], for: options.duration, on: connection)
        return try writer.set(toWord: words[1], isString: options.areStrings).show(on: connection, output)
    }

    static let flagRemove = Command(
        "flag remove",
        API.Flags.remove.summary,
        "KEY",
        examples: ["tunerctl flag remove theme"],
        completion: .flags
    ) { (invocation, output) throws(Failure) in
        let (key, connection) = (try invocation.arguments[0], try invocation.connect())
        return try FlagOverrideWriter(key, on: connection).remove().show(on: connection, output)
    }

    /// Returns an action that changes the named flags, with the duration of an override as its settings.
    private static func flagWrite(
        _ word: String,
        _ summary: @autoclosure @escaping @Sendable () -> String,
        options: @autoclosure @escaping @Sendable () -> [Option<Double?>],
        _ write: @escaping @Sendable (FlagOverrideWriter) throws(Failure) -> FlagWrite
    ) -> Command {
        Command(
            "flag \(word)",
            summary(),
            "KEY...",
            details: "Changes the flags one after the other, and stops at the first that is refused.",
            settings: Double?.none,
            options: options(),
            examples: ["tunerctl flag \(word) ui.DarkMode"],
            completion: .flags
        ) { (invocation, duration, output) throws(Failure) in
            let (keys, connection) = (try invocation.arguments, try invocation.connect())
            for key in keys {
                try write(FlagOverrideWriter(key, for: duration, on: connection)).show(on: connection, output)
            }
            return .done
        }
    }
}

private struct FlagSetOptions {
    var areStrings = false
    var duration: Double?
}
