import JSONCore
package import SystemCore

extension UnixAddress.Fault {
    /// Returns a sentence that says why `path` cannot be the path of a socket, and what to do.
    package func sentence(about path: String) -> String {
        switch self {
        case .empty: "the path of a socket must not be empty; name a path with --socket"
        case .containsNUL:
            "\(path.shownWhole) has a NUL character, which a path cannot have; name another path with --socket"
        case .tooLong(let length, let limit):
            "\(path.shownWhole) has \(length) bytes, but the path of a Unix socket may have at most \(limit); "
                + "name a shorter path with --socket"
        }
    }
}
