import JSONCore

/// A part of a literal, with its place in the text and its style.
struct LiteralNode: Sendable {
    indirect enum Form: Sendable {
        case null
        case boolean(Bool)
        case number(NumberForm)
        case string(StringForm)
        case array([LiteralNode])
        case object([(name: String, node: LiteralNode)])
    }

    let range: Range<Int>
    let form: Form
    let value: JSON
}
