import OptionCore
import SystemCore

/// The options on the command line of tuner-demo.
struct DemoOptions {
    private(set) var wantsHelp = false
    private(set) var opensBrowser = true

    /// Creates the options of a command line, given without the program's name.
    init(_ arguments: [RawText]) throws(OptionFault) {
        var reader = OptionReader(arguments)
        if let word = try reader.next(DemoOptions.all, for: &self) { throw .unexpected(word.path) }
    }

    private static let all: [Option<DemoOptions>] = [
        Option("--no-browser", "print the URL of the page, but open no browser") { $0.opensBrowser = false },
        Option("--help", "print this help") { $0.wantsHelp = true }.short("-h"),
    ]

    static let help = """
        usage: tuner-demo [OPTION]...

        Run a daemon, the page and a program that draws, to try Tuner. Drag a slider on the page: the picture changes.
        The URL of the page logs one browser in. After its use, or after four minutes, the demo shows a new URL.
        All files are in a temporary directory. Ctrl-C stops everything and removes the directory.

        \(Columns.text(DemoOptions.all.map(\.shape), width: HelpWidth.columns(onTerminal: nil)))
        """
}
