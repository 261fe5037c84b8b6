/// The keys of a fleet in etcd, below its prefix.
package struct FleetKeys: Sendable, Equatable {
    /// What a key is about.
    package enum Subject: Sendable, Equatable {
        case alive(machine: String)
        case machine(String)
        case report(layer: String, rollout: String, state: FleetReport.State, stage: Int, machine: String)
    }

    /// The prefix, which ends with a slash.
    package let prefix: String

    package init(prefix: String) { self.prefix = prefix }

    /// The prefix of the keys that say which machines are there.
    package var allAlive: String { "\(prefix)alive/" }

    /// The prefix of the keys with the labels and the layers of the machines.
    package var allMachines: String { "\(prefix)machines/" }

    package func alive(_ machine: String) -> String { "\(allAlive)\(FleetKeys.word(machine))" }

    package func machine(_ machine: String) -> String { "\(allMachines)\(FleetKeys.word(machine))" }

    package func report(_ report: FleetReport, of machine: String) -> String {
        key(report, report.state, of: machine)
    }

    /// Returns the keys for the reports of all states in the stage of a report.
    func reports(like report: FleetReport, of machine: String) -> [String] {
        FleetReport.State.allCases.map { key(report, $0, of: machine) }
    }

    private func key(_ report: FleetReport, _ state: FleetReport.State, of machine: String) -> String {
        let prefix = reports(layer: report.layer, rollout: report.rollout, state: state, stage: report.stage)
        return "\(prefix)\(FleetKeys.word(machine))"
    }

    /// Returns the prefix of the keys for the reports of a state, in one stage or in all.
    package func reports(
        layer: String,
        rollout: String,
        state: FleetReport.State,
        stage: Int? = nil
    ) -> String {
        let words = [layer, rollout, state.rawValue].map(FleetKeys.word) + (stage.map { ["\($0)"] } ?? [])
        return "\(prefix)rollouts/\(words.joined(separator: "/"))/"
    }

    /// Returns what a key is about; nil if it is no key of the fleet.
    package func subject(of key: String) -> Subject? {
        guard key.hasPrefix(prefix) else { return nil }
        let words = key.dropFirst(prefix.count).split(separator: "/", omittingEmptySubsequences: false)
            .compactMap(FleetKeys.text)
        switch (words.first, words.count) {
        case ("alive", 2): return .alive(machine: words[1])
        case ("machines", 2): return .machine(words[1])
        case ("rollouts", 6):
            guard let state = FleetReport.State(rawValue: words[3]), let stage = Int(words[4]) else { return nil }
            return .report(layer: words[1], rollout: words[2], state: state, stage: stage, machine: words[5])
        default: return nil
        }
    }

    // MARK: Words of a key

    /// Returns a text without a slash: each byte with a meaning in a key is `%` and two digits.
    private static func word(_ text: String) -> String {
        guard text.utf8.contains(where: isEscaped) else { return text }
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isEscaped(byte) {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the text of a word; nil if no text has this word.
    private static func text(_ word: Substring) -> String? {
        guard word.utf8.contains(UInt8(ascii: "%")) else { return String(word) }
        var bytes: [UInt8] = []
        var rest = word.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let escaped = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), rest.count >= 2
            else { return nil }
            bytes.append(escaped)
            rest = rest.dropFirst(2)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "%") || byte <= 0x20 || byte == 0x7F
    }
}
