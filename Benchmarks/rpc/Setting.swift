import LoadGenerator

/// One row of the table: the number of clients, the requests in flight of each, and the spelling.
struct Setting {
    let connections: Int
    let depth: Int
    let isPinned: Bool
    let payload: Payload

    /// The name for `--only`.
    var shape: String {
        (depth == 1 ? "\(connections)" : "\(connections)x\(depth)") + (isPinned ? "-pinned" : "")
    }

    var name: String { payload == .plain ? shape : "\(shape)/\(payload.rawValue)" }

    /// Returns whether a word of `--only` selects the row: the word names one row, or all spellings of a shape.
    func isMeant(by word: String) -> Bool { word == shape || word == "\(shape)/\(payload.rawValue)" }

    static let all: [Setting] = Payload.allCases.flatMap { payload in
        [
            Setting(connections: 1, depth: 1, isPinned: false, payload: payload),
            Setting(connections: 1, depth: 1, isPinned: true, payload: payload),
            Setting(connections: 50, depth: 1, isPinned: false, payload: payload),
            Setting(connections: 1, depth: 16, isPinned: false, payload: payload),
            Setting(connections: 1, depth: 64, isPinned: false, payload: payload),
            Setting(connections: 50, depth: 16, isPinned: false, payload: payload),
        ]
    }
}
