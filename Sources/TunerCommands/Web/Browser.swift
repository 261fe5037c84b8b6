import SystemCore

/// The browser of the user's desktop.
struct Browser: Equatable {
    /// The program that opens a URL.
    let program: String

    /// Finds the program that opens a URL: the first one in `$BROWSER`, else that of the desktop.
    ///
    /// Returns nil without a desktop, such as in a session over SSH.
    static func find(
        _ environment: (String) -> String? = Kernel.environment,
        searchPath: [String] = ServiceProgram.searchPath
    ) -> Browser? {
        if let browser = environment("BROWSER")?.split(separator: ":").first {
            return Browser(named: String(browser), searchPath)
        }
        #if os(macOS)
        return Browser(named: "open", searchPath)
        #else
        guard environment("DISPLAY")?.isEmpty == false || environment("WAYLAND_DISPLAY")?.isEmpty == false else {
            return nil
        }
        return Browser(named: "xdg-open", searchPath)
        #endif
    }

    private init?(named name: String, _ searchPath: [String]) {
        let candidates = name.contains("/") ? [name] : searchPath.map { "\($0)/\(name)" }
        guard let program = candidates.first(where: Kernel.isProgram) else { return nil }
        self.program = program
    }

    /// Opens a URL, and does not wait for the browser.
    func open(_ url: String) throws(Failure) {
        _ = try Failure.system { () throws(SystemError) in
            try Kernel.startInBackground(program, [RawText(url)], output: "/dev/null")
        }
    }
}
