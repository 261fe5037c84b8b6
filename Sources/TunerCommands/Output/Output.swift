import OptionCore
import SystemCore

/// Standard output, with the form that its reader needs.
struct Output {
    /// The value of the option `--color`.
    enum ColorChoice: String, CaseIterable {
        /// Colors on a terminal that supports them, unless `NO_COLOR` is set.
        case auto
        case always
        case never
    }

    let isTerminal: Bool
    let hasColor: Bool
    /// Whether results are printed as JSON.
    var isJSON = false
    /// Whether notes on standard error are left out.
    var isQuiet = false
    /// Whether the values of secret keys are printed.
    var reveals = false

    /// Inspects standard output and the environment.
    init(_ choice: ColorChoice) {
        let isTerminal = (try? Kernel.withStandardOutput { Kernel.isTerminal($0) }) ?? false
        self.isTerminal = isTerminal
        hasColor =
            switch choice {
            case .always: true
            case .never: false
            case .auto: isTerminal && Output.takesColor(Kernel.environment)
            }
    }

    /// Returns whether the environment allows colors on a terminal.
    static func takesColor(_ environment: (String) -> String?) -> Bool {
        (environment("NO_COLOR") ?? "").isEmpty && environment("TERM") != "dumb"
    }

    /// The width of the terminal; nil without a terminal, or if the terminal does not report its width.
    var columns: Int? {
        isTerminal ? (try? Kernel.withStandardOutput { Kernel.columns(of: $0) }) ?? nil : nil
    }

    /// The width of help texts.
    var helpColumns: Int { HelpWidth.columns(onTerminal: columns) }

    /// Writes a result, in one system call if possible; returns the exit code of a command that has succeeded.
    @discardableResult
    func print(_ text: String) throws(Failure) -> ExitCode {
        do {
            try Kernel.withStandardOutput { (output) throws(SystemError) in try Output.write(text, to: output) }
            return .done
        } catch {
            throw error.errno.meansPeerIsGone ? .outputEnded : .system(error)
        }
    }

    /// Writes a note to standard error, unless the output is quiet.
    func note(_ text: String) {
        if !isQuiet { Output.writeError(text) }
    }

    /// Writes a message to standard error.
    static func writeError(_ text: String) {
        do {
            try Kernel.withStandardError { (output) throws(SystemError) in try write(text, to: output) }
        } catch {
            // If nobody reads standard error, the message can be dropped.
        }
    }

    private static func write(_ text: String, to descriptor: borrowing Descriptor) throws(SystemError) {
        var rest = text.utf8.span.extracting(...)
        while !rest.isEmpty {
            switch try Kernel.write(descriptor, rest) {
            case .bytes(let count): rest = rest.extracting(count...)
            // Another program that shares the stream has made it non-blocking.
            case .wouldBlock: _ = try Kernel.wait(for: .writable, on: descriptor, .forever)
            case .end: return
            }
        }
    }
}
