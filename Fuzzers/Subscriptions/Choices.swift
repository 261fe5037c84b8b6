/// The bytes of an input as choices, one byte each; nil if they are used up.
struct Choices {
    private var bytes: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

    mutating func next(below count: Int) -> Int? { bytes.popFirst().map { Int($0) % count } }
}
