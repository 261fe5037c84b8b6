/// Which containers are open around a place, one bit each: set for an object.
struct ContainerStack {
    private(set) var depth = 0
    private var innermost: UInt64 = 0
    private var outer: [UInt64] = []

    /// Whether the innermost container is an object.
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
