import JSONCore
import StateCore
import TunerAPI

/// What there is to list of the flags that a client sees: a page of it, or all.
struct ListedFlags: StreamedMember {
    private var walk: FlagWalk

    init(_ walk: FlagWalk) {
        self.walk = walk
    }

    static var isArray: Bool { true }

    var isCut: Bool { walk.isCut }

    mutating func writeEntries(
        to writer: inout JSONWriter,
        in room: inout PieceRoom
    ) throws(JSONNotFinite) -> Bool {
        try walk.write(to: &writer, in: &room) { (flag, writer) throws(JSONNotFinite) in
            try ListedFlag(flag).write(to: &writer)
        }
    }
}
