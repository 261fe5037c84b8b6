#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension Kernel {
    /// The command-line arguments without the program's name, as exact bytes.
    ///
    /// `CommandLine.arguments` replaces bytes that are not UTF-8.
    package static var arguments: [RawText] {
        var arguments: [RawText] = []
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let word = unsafe CommandLine.unsafeArgv[index] else { break }
            arguments.append(unsafe RawText(cString: word))
        }
        return arguments
    }
}

extension RawText {
    /// Creates a copy of the bytes before the NUL.
    init(cString: UnsafePointer<CChar>) {
        let length = unsafe strlen(cString)
        self.init(bytes: unsafe UnsafeRawBufferPointer(start: cString, count: length).map { $0 })
    }
}

extension String {
    /// Calls a C function with the bytes of a path as a C string.
    func withPathBytes<Value>(_ body: (UnsafePointer<CChar>) -> Value) -> Value {
        guard RawText.containsSpelledBytes(self) else { return unsafe withCString { unsafe body($0) } }
        return unsafe RawText(path: self).withCString { unsafe body($0) }
    }
}

extension RawText {
    /// Calls a C function with the bytes as a C string.
    func withCString<Value>(_ body: (UnsafePointer<CChar>) -> Value) -> Value {
        let terminated = bytes.map { CChar(bitPattern: $0) } + [0]
        return unsafe terminated.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { preconditionFailure("an array with a NUL is not empty") }
            return unsafe body(start)
        }
    }
}
