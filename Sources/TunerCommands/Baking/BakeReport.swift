import ConsoleCore
import JSONCore

/// What `bake` has found, for people and for scripts.
struct BakeReport {
    /// Whether the differences are only printed.
    private let checks: Bool
    private var findings: [(path: String, finding: BakedFile.Finding)] = []

    init(checks: Bool) { self.checks = checks }

    /// The number of differences.
    var count: Int { findings.count { $0.finding.isDifference } }

    mutating func add(_ findings: [BakedFile.Finding], of path: String) {
        self.findings += findings.map { (path, $0) }
    }

    /// Prints the differences, then the notes about what is not written.
    func print(_ output: Output) throws(Failure) {
        try output.print(json, else: findings.compactMap(line).joined())
        for (path, finding) in findings {
            guard case .skipped(let reason) = finding.outcome else { continue }
            output.note("tunerctl: \(place(path, finding)): \(finding.key) is not written: \(reason)\n")
        }
    }

    private func line(_ path: String, _ finding: BakedFile.Finding) -> String? {
        guard case .differs(let old, let new) = finding.outcome else { return nil }
        return "\(place(path, finding)): \(finding.key) \(JSONText.compact(old)) → \(JSONText.compact(new))\n"
            .escapedForTerminals
    }

    private func place(_ path: String, _ finding: BakedFile.Finding) -> String { "\(path.shownWhole):\(finding.line)" }

    private var json: JSON {
        var baked: [JSON] = []
        var skipped: [JSON] = []
        for (path, finding) in findings {
            var object: JSONObject = [
                "file": .string(path), "line": .integer(Int64(finding.line)), "key": .string(finding.key),
            ]
            switch finding.outcome {
            case .differs(let old, let new):
                (object["old"], object["new"]) = (old, new)
                baked.append(.object(object))
            case .skipped(let reason):
                object["reason"] = .string(reason)
                skipped.append(.object(object))
            }
        }
        return .object([checks ? "differences" : "baked": .array(baked), "skipped": .array(skipped)])
    }
}

extension BakedFile.Finding {
    fileprivate var isDifference: Bool {
        if case .differs = outcome { true } else { false }
    }
}
