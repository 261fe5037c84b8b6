package import JSONCore

/// The values of tunables.
extension MetricsWriter {
    /// Writes the numbers among the values of an object by key, such as `values` in the result of `tunables.getAll`,
    /// without those of hidden keys.
    ///
    /// Each number keeps its spelling: every number of JSON is one of the two formats, too.
    package mutating func write(values: JSONRange, without hidden: HiddenKeys, in text: Span<UInt8>) {
        begin(.values)
        var members = JSONMembers(of: values)
        while let (name, value) = members.next(in: text) {
            guard value.kind == .number, !hidden.contains(name, in: text), let key = name.string(in: text) else {
                continue
            }
            sample(("key", key), is: text.extracting(value.range))
        }
    }
}

extension MetricFamily {
    fileprivate static let values = MetricFamily(
        .gauge,
        "tuner_value",
        "The value of each tunable that matches --export, if it is a number."
    )
}
