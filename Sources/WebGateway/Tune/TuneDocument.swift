import JSONCore
import TunerAPI

/// All values but secret ones as one indented JSON object, sorted by key.
struct TuneDocument: PagedContent {
    static let method = API.Tunables.getAll.name.description

    private var isEmpty = true

    mutating func append(_ page: JSONRange, in text: Span<UInt8>, to body: inout ByteBuffer) throws(JSONMismatch) {
        guard let values = page.member("values", in: text), values.kind == .object else { throw JSONMismatch() }
        let hidden = HiddenKeys(of: page, in: text)
        var members = JSONMembers(of: values)
        while let (name, value) = members.next(in: text) {
            guard !hidden.contains(name, in: text) else { continue }
            body.append(isEmpty ? "{" : ",")
            body.appendLine(1)
            body.append(text, in: name.source)
            body.append(": ")
            body.append(indenting: text, in: value.source, depth: 1)
            isEmpty = false
        }
    }

    func end(_ body: inout ByteBuffer) { body.append(isEmpty ? "{}\n" : "\n}\n") }
}
