import JSONCore
import RPCCore

/// An array of the numbers from 0 to `count - 1`, written in pieces.
struct CountedNumbers: StreamedResult {
    /// The parameters of `count` and `countAtOnce`.
    struct Wish: JSONRecord {
        static let fields = JSONFieldTable<Wish>([
            .defaulted("count", \.count, "How many."),
            .defaulted("piece", \.piece, "How many a piece."),
            .optional("unspeakable", \.unspeakable, "Which of them is no number."),
        ])

        var count: Int64 = 0
        var piece: Int64 = 100
        var unspeakable: Int64?

        init() {}
    }

    private let wish: Wish
    private let note: () -> Void
    private var next: Int64 = 0
    private var hasBegun = false

    init(_ wish: Wish, notingPieces note: @escaping () -> Void) {
        self.wish = wish
        self.note = note
    }

    mutating func writePiece(to writer: inout JSONWriter) throws(JSONNotFinite) -> Bool {
        note()
        if !hasBegun {
            hasBegun = true
            writer.beginArray()
        }
        for _ in 0..<min(wish.piece, wish.count - next) {
            if next == wish.unspeakable {
                try writer.double(.nan)
            }
            writer.integer(next)
            next += 1
        }
        guard next == wish.count else { return false }
        writer.endArray()
        return true
    }
}
