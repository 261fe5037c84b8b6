package import JSONCore

/// A writer of metrics in one of the two text formats.
///
/// The samples of a family follow each other. Each family is begun once.
package struct MetricsWriter: ~Copyable {
    /// A label's name, and its value before escaping.
    typealias Label = (name: StaticString, value: String)

    private var bytes = ByteBuffer()
    private let format: MetricsFormat
    private var family = MetricFamily(.gauge, "", "")

    package init(_ format: MetricsFormat) {
        self.format = format
    }

    /// Ends the text and returns it.
    package consuming func finish() -> ByteBuffer {
        if format == .openMetrics {
            bytes.append("# EOF\n")
        }
        return bytes
    }

    /// Writes the description of a family, whose samples follow.
    mutating func begin(_ family: MetricFamily) {
        self.family = family
        // In the format of Prometheus, the name of a counter's family is that of its samples.
        let isTotal = family.kind == .counter && format == .prometheus
        describe("HELP", isTotal: isTotal)
        bytes.append(family.help)
        bytes.append("\n")
        describe("TYPE", isTotal: isTotal)
        switch family.kind {
        case .counter: bytes.append("counter\n")
        case .gauge: bytes.append("gauge\n")
        case .histogram: bytes.append("histogram\n")
        case .summary: bytes.append("summary\n")
        }
        if format == .openMetrics, let unit = family.unit {
            describe("UNIT", isTotal: false)
            bytes.append(text: unit.rawValue)
            bytes.append("\n")
        }
    }

    private mutating func describe(_ word: StaticString, isTotal: Bool) {
        bytes.append("# ")
        bytes.append(word)
        bytes.append(" ")
        bytes.append(family.name)
        bytes.append(isTotal ? "_total " : " ")
    }

    /// Writes a sample of a counter or a gauge.
    mutating func sample(_ labels: Label..., is value: Int64) {
        beginSample(labels)
        bytes.append(decimal: value)
        bytes.append("\n")
    }

    /// Writes a sample of a counter or a gauge.
    mutating func sample(_ labels: Label..., is value: Double) {
        beginSample(labels)
        append(value)
        bytes.append("\n")
    }

    /// Writes a sample whose value has this text.
    mutating func sample(_ labels: Label..., is number: Span<UInt8>) {
        beginSample(labels)
        bytes.append(number)
        bytes.append("\n")
    }

    private mutating func beginSample(_ labels: [Label]) {
        bytes.append(family.name)
        if family.kind == .counter {
            bytes.append("_total")
        }
        append(labels)
        bytes.append(" ")
    }

    /// Writes the samples of a histogram of durations.
    ///
    /// `buckets` has, for each of the bounds in seconds, how many durations were shorter.
    mutating func histogram(
        _ label: Label?,
        bounds: [Double],
        buckets: [Int64],
        seconds: Double,
        count: Int64
    ) {
        for (bound, count) in zip(bounds, buckets) {
            bucket(label, "\(bound)", count)
        }
        bucket(label, "+Inf", count)
        summary(label, seconds: seconds, count: count)
    }

    /// Writes the samples of a summary: the sum of durations, and their count.
    mutating func summary(_ label: Label?, seconds: Double, count: Int64) {
        let labels = label.map { [$0] } ?? []
        bytes.append(family.name)
        bytes.append("_sum")
        append(labels)
        bytes.append(" ")
        append(seconds)
        bytes.append("\n")
        bytes.append(family.name)
        bytes.append("_count")
        append(labels)
        bytes.append(" ")
        bytes.append(decimal: count)
        bytes.append("\n")
    }

    private mutating func bucket(_ label: Label?, _ bound: String, _ count: Int64) {
        bytes.append(family.name)
        bytes.append("_bucket")
        append((label.map { [$0] } ?? []) + [("le", bound)])
        bytes.append(" ")
        bytes.append(decimal: count)
        bytes.append("\n")
    }

    private mutating func append(_ value: Double) {
        bytes.append(text: value.isNaN ? "NaN" : value.isFinite ? "\(value)" : value > 0 ? "+Inf" : "-Inf")
    }

    private mutating func append(_ labels: [Label]) {
        guard !labels.isEmpty else { return }
        var separator: StaticString = "{"
        for (name, value) in labels {
            bytes.append(separator)
            bytes.append(name)
            bytes.append("=\"")
            append(escaping: value.utf8.span)
            bytes.append("\"")
            separator = ","
        }
        bytes.append("}")
    }

    private mutating func append(escaping text: Span<UInt8>) {
        for offset in 0..<text.count {
            switch text[offset] {
            case UInt8(ascii: "\\"): bytes.append(#"\\"#)
            case UInt8(ascii: "\""): bytes.append(#"\""#)
            case UInt8(ascii: "\n"): bytes.append(#"\n"#)
            case let byte: bytes.append(byte)
            }
        }
    }
}
