import ConsoleCore
import JSONCore
import TunableEngine
import TunerAPI

/// All tunables as one JSON array of tweaks, sorted by key: the value with the facts that a control for it needs.
struct TweakList: PagedContent {
    static let method = API.Tunables.list.name.description

    /// The keywords of a spec that a tweak has, with its names for them.
    private static let facts = [
        ("default", "default"), ("min", "minimum"), ("max", "maximum"), ("step", "step"), ("enum", "enum"),
        ("unit", "unit"), ("title", "title"), ("description", "description"), ("group", "group"),
        ("readOnly", "readOnly"),
    ]

    private var isEmpty = true

    mutating func append(_ page: JSONRange, in text: Span<UInt8>, to body: inout ByteBuffer) throws(JSONMismatch) {
        guard let tunables = page.member("tunables", in: text), tunables.kind == .array else { throw JSONMismatch() }
        var elements = JSONElements(of: tunables)
        while let element = elements.next(in: text) {
            let tunable: ListedTunable
            do {
                tunable = try ListedTunable(element, in: text)
            } catch {
                throw JSONMismatch()
            }
            body.append(isEmpty ? "[" : ",")
            body.appendLine(1)
            body.append(text: JSONText.compact(.object(TweakList.tweak(of: tunable))))
            isEmpty = false
        }
    }

    func end(_ body: inout ByteBuffer) { body.append(isEmpty ? "[]\n" : "\n]\n") }

    private static func tweak(of tunable: ListedTunable) -> JSONObject {
        var tweak: JSONObject = ["key": .string(tunable.key)]
        let spec = tunable.spec ?? JSONObject()
        // A key without a declaration has the type of its value.
        tweak["type"] = spec["type"] ?? tunable.value.flatMap(FreeKind.init(of:)).map { .string($0.rawValue) }
        tweak["current"] = tunable.value
        for (name, keyword) in facts {
            tweak[name] = spec[keyword]
        }
        tweak["origin"] = .string(tunable.origin)
        return tweak
    }
}
