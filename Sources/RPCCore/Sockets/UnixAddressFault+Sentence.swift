import JSONCore
package import SystemCore

extension UnixAddress.Fault {
    /// Returns a sentence that says why `path` cannot be the path of a socket, and what to do.
    package func sentence(about path: String) -> String {
        switch self {
        case .empty: "a socket's path cannot be empty; name one with --socket"
        case .containsNUL: "\(path.shownWhole) holds a NUL, as no path can; name another one with --socket"
        case .tooLong(let length, let limit):
            "\(path.shownWhole) has \(length) bytes, and a Unix socket's path at most \(limit); "
                + "name a shorter one with --socket"
        }
    }
}
