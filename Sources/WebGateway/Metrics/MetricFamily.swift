/// The declaration of a metric family: all samples with one name.
struct MetricFamily {
    enum Kind {
        /// A number that only increases; the name of its samples ends in `_total`.
        case counter
        case gauge
        /// The numbers of durations up to each of some bounds, their sum and their count.
        case histogram
        /// The sum of durations, and their count.
        case summary
    }

    /// The unit, which is also the last word of the name.
    enum Unit: String {
        case seconds
        case bytes
    }

    /// The name without the `_total` of a counter.
    let name: StaticString
    let kind: Kind
    let unit: Unit?
    /// The meaning, in a sentence without backslashes, quotes and line feeds.
    let help: StaticString

    init(_ kind: Kind, _ name: StaticString, unit: Unit? = nil, _ help: StaticString) {
        self.name = name
        self.kind = kind
        self.unit = unit
        self.help = help
    }
}
