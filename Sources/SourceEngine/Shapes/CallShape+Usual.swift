extension CallShape {
    /// The forms of the Swift library, and of clients in other languages that follow it.
    package static let usual: [CallShape] = [
        (.tunable, "@Tunable(KEY, default: VALUE", .swift),
        (.tunable, "Tunable(KEY, default: VALUE", .swift),
        (.tunable, "Tunable(KEY, VALUE", .swift),
        (.tunable, "Tunable(KEY", .swift),
        (.flag, "@Flag(KEY, default: VALUE", .swift),
        (.flag, "Flag(KEY, default: VALUE", .swift),
        (.flag, "Flag(KEY, VALUE", .swift),
        (.flag, "Flag(KEY", .swift),
        (.tunable, "tuner.get(KEY, VALUE", nil),
        (.tunable, "tuner.get(KEY", nil),
        (.flag, "tuner.flag(KEY, VALUE", nil),
        (.flag, "tuner.flag(KEY", nil),
    ].compactMap { (subject: Subject, text: String, language: SourceLanguage?) in CallShape(subject, text, language) }
}
