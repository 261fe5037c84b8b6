/// Keys in one block of memory in the order of their use, so that reading them does not affect the measurement.
struct KeyList {
    private(set) var bytes: [UInt8] = []
    private(set) var ends: [Int] = []
    let numbers: [Int]

    init(_ numbers: [Int]) {
        self.numbers = numbers
        for number in numbers {
            bytes += "group\(number % 100).key\(number)".utf8
            ends.append(bytes.count)
        }
    }

    var count: Int { numbers.count }

    /// Calls a function with each number and its key.
    @inline(__always)
    func visit(_ body: (Int, Span<UInt8>) -> Void) {
        let bytes = bytes.span
        var begin = 0
        for index in numbers.indices {
            let end = ends[index]
            body(numbers[index], bytes.extracting(begin..<end))
            begin = end
        }
    }

    /// Calls a function with each key, in groups of 16 keys that it preloads before.
    @inline(__always)
    func visit<Value>(preloadedIn map: borrowing KeyMap<Value>, _ body: (Span<UInt8>) -> Void) {
        let bytes = bytes.span
        var group = ExpectedKeys()
        for start in stride(from: 0, to: count, by: 16) {
            let indices = start..<min(start + 16, count)
            group.removeAll()
            for index in indices { group.append(bytes.extracting(range(index))) }
            map.preload(group)
            for index in indices { body(bytes.extracting(range(index))) }
        }
    }

    @inline(__always)
    private func range(_ index: Int) -> Range<Int> { (index == 0 ? 0 : ends[index - 1])..<ends[index] }

    /// Returns the numbers below `count` in the order of their keys.
    static func sorted(_ count: Int) -> KeyList {
        let texts = (0..<count).map { (text: Array(KeyList([$0]).bytes), number: $0) }
        return KeyList(texts.sorted { $0.text.lexicographicallyPrecedes($1.text) }.map(\.number))
    }

    static func shuffled(_ count: Int) -> KeyList { KeyList((0..<count).shuffled()) }

    /// Returns random numbers below `limit`.
    static func random(_ count: Int, below limit: Int) -> KeyList {
        KeyList((0..<count).map { _ in .random(in: 0..<limit) })
    }

    var texts: [String] {
        var texts: [String] = []
        visit { _, key in
            unsafe texts.append(key.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) })
        }
        return texts
    }
}
