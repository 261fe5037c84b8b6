/// How the methods have fared, in their table's order; shared by what counts a turn's calls and by answers still to come.
final class MethodLedger {
    var statistics: [MethodStatistics]

    init(methods: Int) {
        statistics = [MethodStatistics](repeating: MethodStatistics(), count: methods)
    }
}
