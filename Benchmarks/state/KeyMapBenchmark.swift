/// A benchmark of the cost of a map, in nanoseconds for each key unless the row has another unit.
struct KeyMapBenchmark<Value: Sendable> {
    let make: (Int) -> Value
    let read: (borrowing Value) -> Int
    var results = Results()

    init(_ make: @escaping (Int) -> Value, read: @escaping (borrowing Value) -> Int) {
        self.make = make
        self.read = read
    }

    @inline(__always)
    mutating func measure(_ count: Int) {
        var sum = 0
        let sorted = KeyList.sorted(count)
        let shuffled = KeyList.shuffled(count)
        let random = KeyList.random(1_000_000, below: count)
        let some = KeyList.random(100_000, below: count)
        let few = KeyList.random(2_000, below: count)

        var map = KeyMap<Value>()
        results.add(
            "built of sorted keys",
            Stopwatch.nanoseconds(count) {
                var builder = KeyMapBuilder<Value>()
                sorted.visit { number, key in
                    precondition(builder.append(make(number), for: key), "the keys are sorted")
                }
                map = builder.finish()
            }
        )
        results.add(
            "a value read in place",
            Stopwatch.nanoseconds(random.count) {
                random.visit { _, key in sum &+= map.withValue(of: key) { read($0) } ?? 0 }
            }
        )
        results.add(
            "a value read in place, 16 keys preloaded at a time",
            Stopwatch.nanoseconds(random.count) {
                random.visit(preloadedIn: map) { key in sum &+= map.withValue(of: key) { read($0) } ?? 0 }
            }
        )
        results.add(
            "a value copied",
            Stopwatch.nanoseconds(random.count) {
                random.visit { _, key in
                    if let value = map.value(of: key) {
                        sum &+= read(value)
                    }
                }
            }
        )
        results.add(
            "replaced, without a copy of the map",
            Stopwatch.nanoseconds(random.count) {
                random.visit { number, key in map.insert(make(number), for: key) }
            }
        )
        var held = map
        results.add(
            "replaced, with a copy of the map for each replacement",
            Stopwatch.nanoseconds(some.count) {
                some.visit { number, key in
                    map.insert(make(number), for: key)
                    held = map
                }
            }
        )
        var turn = 0
        results.add(
            "replaced, with one copy for 800 replacements",
            Stopwatch.nanoseconds(some.count) {
                some.visit { number, key in
                    map.insert(make(number), for: key)
                    turn += 1
                    if turn.isMultiple(of: 800) {
                        held = map
                    }
                }
            }
        )
        held = KeyMap()
        results.add(
            "visited in order",
            Stopwatch.nanoseconds(count) {
                map.visit(from: Span(), prefix: Span()) { key, value in
                    sum &+= key.count &+ read(value)
                    return true
                }
            }
        )
        results.add(
            "a page of 100 keys read, per page",
            Stopwatch.nanoseconds(few.count) {
                few.visit { _, key in
                    var remaining = 100
                    map.visit(from: key, included: false, prefix: Span()) { key, value in
                        sum &+= key.count &+ read(value)
                        remaining -= 1
                        return remaining > 0
                    }
                }
            }
        )
        results.add("freed", Stopwatch.nanoseconds(count) { map = KeyMap() })

        let beforeInsertion = Memory.allocated()
        results.add(
            "inserted one by one",
            Stopwatch.nanoseconds(count) { shuffled.visit { number, key in map.insert(make(number), for: key) } }
        )
        results.add("bytes per entry", Double(Memory.allocated() - beforeInsertion) / Double(count))
        results.add(
            "removed one by one",
            Stopwatch.nanoseconds(count) { shuffled.visit { _, key in map.remove(key) } }
        )
        precondition(map.isEmpty && held.isEmpty && sum != 0, "every key was read and removed")
    }
}
