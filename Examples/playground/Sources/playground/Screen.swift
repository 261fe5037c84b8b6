#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The terminal, given back as it was when an interrupt ends the program.
enum Screen {
    /// Another screen, without a cursor.
    static func begin() {
        signal(SIGINT) { _ in
            Screen.show("\u{1B}[?25h\u{1B}[?1049l")
            _exit(0)
        }
        show("\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J")
    }

    /// What a person can do, if the program that has started this one says so.
    static let hint: String? = unsafe getenv("PLAYGROUND_HINT").map { unsafe String(cString: $0) }

    static func show(_ text: String) {
        let bytes = Array(text.utf8)
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0 { return }
            done += count
        }
    }

    /// Half a wave's height at a moment of it, from -1 to 1.
    static func wave(_ phase: Double) -> Double { sin(phase * 2 * .pi) }
}
