/// A benchmark of the standard library's dictionary, for comparison.
struct DictionaryBenchmark {
    var results = Results()

    mutating func measure(_ count: Int) {
        var sum = 0
        let shuffled = KeyList.shuffled(count)
        let texts = shuffled.texts
        let random = KeyList.random(1_000_000, below: count).texts
        var map: [String: Int] = [:]
        results.add(
            "inserted one by one",
            Stopwatch.nanoseconds(count) {
                for (index, text) in texts.enumerated() {
                    map[text] = shuffled.numbers[index]
                }
            }
        )
        results.add(
            "a value copied",
            Stopwatch.nanoseconds(random.count) {
                for text in random {
                    sum &+= map[text] ?? 0
                }
            }
        )
        precondition(sum != 0, "every key was read")
    }
}
