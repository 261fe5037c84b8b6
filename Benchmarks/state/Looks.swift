/// Nothing but looks into a map, for `valgrind --tool=callgrind`: what two runs differ by, by what their numbers differ by.
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
