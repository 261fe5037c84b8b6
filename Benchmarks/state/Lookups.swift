/// Lookups in a map and nothing else, for `valgrind --tool=callgrind`.
///
/// The difference of two runs is the cost of the added ones.
enum Lookups {
    static func run(keys: Int, rounds: Int, isPreloaded: Bool) {
        let shuffled = KeyList.shuffled(keys)
        var map = KeyMap<Int>()
        shuffled.visit { number, key in map.insert(number, for: key) }
        var sum = 0
        for _ in 0..<rounds {
            if isPreloaded {
                shuffled.visit(preloadedIn: map) { key in sum &+= map.withValue(of: key) { $0 } ?? 0 }
            } else {
                shuffled.visit { _, key in sum &+= map.withValue(of: key) { $0 } ?? 0 }
            }
        }
        precondition(sum != 0 || rounds == 0, "every key was read")
    }
}
