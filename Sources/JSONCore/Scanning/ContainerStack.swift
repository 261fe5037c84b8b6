/// The open arrays and objects around a position in a text, with one bit each: 1 for an object.
struct ContainerStack {
    private(set) var depth = 0
    private var innermost: UInt64 = 0
    private var outer: [UInt64] = []

    var isInObject: Bool { innermost & 1 == 1 }

    mutating func push(object: Bool) {
        if depth > 0, depth & 63 == 0 {
            outer.append(innermost)
        }
        innermost = innermost << 1 | (object ? 1 : 0)
        depth += 1
    }

    @inline(__always)
    mutating func removeAll() {
        if depth > 64 {
            outer.removeAll()
        }
        depth = 0
    }

    mutating func pop() {
        depth -= 1
        innermost >>= 1
        if depth > 0, depth & 63 == 0, let last = outer.popLast() {
            innermost = last
        }
    }
}
