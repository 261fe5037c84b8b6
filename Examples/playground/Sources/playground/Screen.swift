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

    /// The size of the terminal; without one, the size that the picture needs.
    static var size: (columns: Int, rows: Int) {
        var size = winsize()
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 1 else { return (200, 24) }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// What a person can do, if the program that has started this one says so in a file, which it can replace.
    static var hint: String? {
        guard let path = unsafe getenv("PLAYGROUND_HINT_FILE"), let file = unsafe fopen(path, "r") else { return nil }
        defer { unsafe fclose(file) }
        var bytes = [CChar](repeating: 0, count: 400)
        return unsafe fgets(&bytes, Int32(bytes.count), file).map { unsafe String(cString: $0) }
    }

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
