/// All tables, for few, some and many keys.
enum Report {
    static func print(most: Int) {
        let counts = [100, 10_000, most]
        let columns = counts.map { "\($0)" }

        var numbers = KeyMapBenchmark<Int>({ $0 }, read: { $0 })
        for count in counts {
            numbers.measure(count)
        }
        numbers.results.print(title: "values of 8 bytes", columns: columns)

        var values = KeyMapBenchmark<BenchmarkValue>({ BenchmarkValue($0) }, read: { Int($0.origin) + 1 })
        for count in counts {
            values.measure(count)
        }
        values.results.print(title: "values of 40 bytes", columns: columns)

        var dictionary = DictionaryBenchmark()
        for count in counts {
            dictionary.measure(count)
        }
        dictionary.results.print(title: "Dictionary<String, Int>", columns: columns)
    }
}
