import SystemCore

/// The reason for which a history file cannot be used.
enum LineHistoryFault: Error, Equatable {
    /// The file belongs to another user.
    case foreign(String)
    /// Another process holds the lock, for longer than a shell waits.
    case locked(String)
    case system(SystemError)
}

extension LineHistoryFault: CustomStringConvertible {
    /// A message without a final period.
    var description: String {
        switch self {
        case .foreign(let path):
            "\(path) belongs to another user; this shell does not store its lines; remove the file to store lines again"
        case .locked(let path):
            "another process holds the lock \(path); this shell no longer stores its lines"
        case .system(let error): "\(error); this shell does not store its lines"
        }
    }
}
