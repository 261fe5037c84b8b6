import SystemCore
import TestSupport

/// The system calls of a daemon from an `strace -f` log, in the order in which they returned.
struct SystemCallLog {
    /// A call of one thread; `begin` and `end` are line numbers in the log.
    struct Call {
        let thread: Substring
        let text: String
        let begin: Int
        var end: Int
        var result: Substring
    }

    /// All calls that have returned.
    private(set) var calls: [Call] = []

    /// Returns the command that runs a daemon and logs some system calls to a file.
    static func prefix(_ calls: String, to path: String, more: String...) -> String {
        (["strace -f --seccomp-bpf -s 100000 -o '\(path)' -e signal=none -e trace=\(calls)"] + more.map { "-e \($0)" })
            .joined(separator: " ")
    }

    init(_ path: String) throws {
        let bytes = try KernelFileSystem().open(path, .read).readWhole()
        var open: [Substring: Call] = [:]
        for (index, line) in String(decoding: bytes, as: UTF8.self).split(separator: "\n").enumerated() {
            let thread = line.prefix { $0 != " " }
            let text = line.dropFirst(thread.count).drop { $0 == " " }
            let result = text.ranges(of: " = ").last.map { text[$0.upperBound...] } ?? ""
            if text.hasSuffix("<unfinished ...>") {
                open[thread] = Call(thread: thread, text: String(text), begin: index, end: index, result: "")
            } else if text.hasPrefix("<... "), var call = open.removeValue(forKey: thread) {
                call.end = index
                call.result = result
                calls.append(call)
            } else if !text.hasPrefix("<... ") {
                calls.append(Call(thread: thread, text: String(text), begin: index, end: index, result: result))
            }
        }
    }
}
