import JSONCore
import StateCore
import TunableEngine
import TunerAPI

/// The list of the keys that a client sees: one page of it, or all.
struct ListedTunables: KeyedMember {
    var cursor: KeyCursor
    private let search: KeySearch?
    private var page: Page
    private let filter: SecretFilter

    init(_ cursor: KeyCursor, _ search: KeySearch?, _ page: Page, _ filter: SecretFilter) {
        self.filter = filter
        self.cursor = cursor
        self.search = search
        self.page = page
    }

    static var isArray: Bool { true }

    var isCut: Bool { page.isFull }

    mutating func write(
        _ key: Span<UInt8>,
        _ tunable: StoredTunable?,
        _ resolution: Resolution,
        to writer: inout JSONWriter
    ) throws(JSONNotFinite) -> KeyCursor.Step {
        guard isFound(key, tunable) else { return .on }
        guard page.takesAnother() else { return .end }
        var listed = ListedTunable()
        listed.key = Key(known: key).text
        let spec = tunable?.declaration?.spec
        let hides = filter.hides(spec)
        listed.value = filter.shown(resolution.value, isSecret: hides)
        listed.origin = resolution.origin.name
        listed.revision = tunable?.revision ?? 0
        listed.end = end(of: tunable, key, resolution.origin)?.rfc3339
        listed.spec = hides ? spec?.definition.withoutValues : spec?.definition
        listed.isSecret = spec?.isSecret == true ? true : nil
        try listed.write(to: &writer)
        return .on
    }

    private func end(of tunable: StoredTunable?, _ key: Span<UInt8>, _ origin: Origin) -> Moment? {
        origin == .world ? cursor.view.state.end(of: key, origin, in: cursor.view.world) : tunable?.end
    }

    private func isFound(_ key: Span<UInt8>, _ tunable: StoredTunable?) -> Bool {
        guard let search, !search.finds(key) else { return true }
        return tunable?.declaration.map { search.finds(in: $0.spec) } ?? false
    }
}
