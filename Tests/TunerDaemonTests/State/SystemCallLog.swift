import SystemCore
import TestSupport

/// What `strace -f` has written of a daemon's calls, in the order in which they began and returned.
struct SystemCallLog {
    /// A call of one thread; its begin and its return are places in the log.
    struct Call {
        let thread: Substring
        let text: String
        let begin: Int
        var end: Int
        var result: Substring
    }

    /// All calls that have returned.
    private(set) var calls: [Call] = []

    /// What stands before a daemon's own command line so that these calls are logged to a file.
    static func prefix(_ calls: String, to path: String, more: String...) -> String {
        (["strace -f --seccomp-bpf -s 100000 -o '\(path)' -e signal=none -e trace=\(calls)"] + more.map { "-e \($0)" })
            .joined(separator: " ")
    }

    init(_ path: String) throws {
        let bytes = try KernelFileSystem().open(path, .read).readWhole()
        var open: [Substring: Call] = [:]
        for (place, line) in String(decoding: bytes, as: UTF8.self).split(separator: "\n").enumerated() {
            let thread = line.prefix { $0 != " " }
            let text = line.dropFirst(thread.count).drop { $0 == " " }
            let result = text.ranges(of: " = ").last.map { text[$0.upperBound...] } ?? ""
            if text.hasSuffix("<unfinished ...>") {
                open[thread] = Call(thread: thread, text: String(text), begin: place, end: place, result: "")
            } else if text.hasPrefix("<... "), var call = open.removeValue(forKey: thread) {
                call.end = place
                call.result = result
                calls.append(call)
            } else if !text.hasPrefix("<... ") {
                calls.append(Call(thread: thread, text: String(text), begin: place, end: place, result: result))
            }
        }
    }
}
