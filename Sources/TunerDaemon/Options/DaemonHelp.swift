/// What `--help` prints.
package enum DaemonHelp {
    /// The whole text.
    package static var text: String {
        let lines = DaemonOption.all.map { (usage($0), $0.summary) }
        let width = lines.map(\.0.count).max() ?? 0
        let options = lines.map { "  \($0)\(String(repeating: " ", count: width - $0.count))  \($1)\n" }.joined()
        return """
            usage: tunerd [OPTION]...

            Owns live constants and feature flags, and serves them on a Unix socket.

            \(options)
            """
    }

    private static func usage(_ option: DaemonOption) -> String {
        switch option.effect {
        case .flag: option.name
        case .value(let placeholder, _, _): "\(option.name) \(placeholder)"
        }
    }
}
