/// Only look-ups in a map, for `valgrind --tool=callgrind`.
///
/// The difference of two runs is the cost of the added ones.
enum Looks {
    static func run(keys: Int, looks: Int) {
        let shuffled = KeyList.shuffled(keys)
        var map = KeyMap<Int>()
        shuffled.visit { number, key in map.insert(number, for: key) }
        var sum = 0
        for _ in 0..<looks {
            shuffled.visit { _, key in sum &+= map.withValue(of: key) { $0 } ?? 0 }
        }
        precondition(sum != 0 || looks == 0, "all was read")
    }
}
