import JSONCore
import SystemCore

/// The browser of the user's desktop.
struct Browser: Equatable {
    /// The program that opens a URL.
    let program: String
    /// The arguments of the program, where `%s` means the URL; without `%s`, the URL follows them.
    var arguments: [String] = []

    /// Finds the program that opens a URL: the first one in `$BROWSER` that exists, else that of the desktop.
    ///
    /// `$BROWSER` is a list of commands with colons between them. Returns nil without a desktop, such as in a session over
    /// SSH.
    static func find(
        _ environment: (String) -> String? = Kernel.environment,
        searchPath: [String] = ServiceProgram.searchPath,
        system: String = Kernel.systemNames.system
    ) -> Browser? {
        for command in environment("BROWSER")?.split(separator: ":") ?? [] {
            let words = command.split(separator: " ").map(String.init)
            if let name = words.first, let browser = Browser(named: name, with: Array(words.dropFirst()), searchPath) {
                return browser
            }
        }
        // Not tested on macOS: its desktop is always there.
        if system == "Darwin" { return Browser(named: "open", searchPath) }
        guard environment("DISPLAY")?.isEmpty == false || environment("WAYLAND_DISPLAY")?.isEmpty == false else {
            return nil
        }
        return Browser(named: "xdg-open", searchPath)
    }

    private init?(named name: String, with arguments: [String] = [], _ searchPath: [String]) {
        let candidates = name.contains("/") ? [name] : searchPath.map { "\($0)/\(name)" }
        guard let program = candidates.first(where: Kernel.isProgram) else { return nil }
        self.program = program
        self.arguments = arguments
    }

    /// Returns the arguments that open a URL.
    func arguments(for url: String) -> [String] {
        let hasPlaceholder = arguments.contains { $0.containsText("%s") }
        return hasPlaceholder ? arguments.map { $0.replacingText("%s", with: url) } : arguments + [url]
    }

    /// Opens a URL, and does not wait for the browser.
    func open(_ url: String) throws(Failure) {
        _ = try Failure.system { () throws(SystemError) in
            try Kernel.startInBackground(program, arguments(for: url).map { RawText($0) }, output: "/dev/null")
        }
    }
}
