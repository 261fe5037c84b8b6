import SystemCore

/// Where results go.
struct Output {
    /// When colour is used.
    enum ColorChoice: String, CaseIterable {
        /// On a terminal that has it, unless `NO_COLOR` is set.
        case auto
        case always
        case never
    }

    /// Whether a person reads along.
    let isTerminal: Bool
    /// Whether colours are shown.
    let hasColor: Bool
    /// Whether results are printed as JSON.
    var isJSON = false

    /// Looks at what standard output is, and at what is wanted there.
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

    /// Whether the surroundings want colour on a terminal.
    static func takesColor(_ environment: (String) -> String?) -> Bool {
        (environment("NO_COLOR") ?? "").isEmpty && environment("TERM") != "dumb"
    }

    /// How wide a person sees it; none where nobody does, or the terminal does not say.
    var columns: Int? {
        isTerminal ? (try? Kernel.withStandardOutput { Kernel.columns(of: $0) }) ?? nil : nil
    }

    /// Writes a result, in one piece where the reader takes it; returns how a command ends that has printed all.
    @discardableResult
    func print(_ text: String) throws(Failure) -> ExitCode {
        do {
            try Kernel.withStandardOutput { (output) throws(SystemError) in try Output.write(text, to: output) }
            return .done
        } catch {
            throw error.errno.meansPeerIsGone ? .outputEnded : .system(error)
        }
    }

    /// Writes a message to whoever uses the program.
    static func complain(_ text: String) {
        do {
            try Kernel.withStandardError { (output) throws(SystemError) in try write(text, to: output) }
        } catch {
            // Where nobody reads it, nothing is lost.
        }
    }

    private static func write(_ text: String, to descriptor: borrowing Descriptor) throws(SystemError) {
        var rest = text.utf8.span.extracting(...)
        while !rest.isEmpty {
            switch try Kernel.write(descriptor, rest) {
            case .bytes(let count): rest = rest.extracting(count...)
            // Whoever shares the stream with us made it so.
            case .wouldBlock: _ = try Kernel.wait(for: .writable, on: descriptor, .forever)
            case .end: return
            }
        }
    }
}
