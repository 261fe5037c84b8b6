package import JSONCore

extension Rollout {
    /// The faults of a rollout in a document.
    package struct Faults: Error, Equatable, CustomStringConvertible {
        package let faults: [ConfigurationFault]

        /// The first fault, as a sentence.
        package var description: String { faults.first?.sentence ?? "" }
    }

    /// The names of the members, in the order of the documentation.
    private static let names = [
        "id", "stages", "check", "bake", "failAfter", "needs", "started", "machines", "approved", "paused", "delay",
        "aborted", "withdrawn",
    ]
    private static let year = 31_536_000.0

    /// Reads the member `rollout` of a layer's document, and throws all its faults.
    package init(_ value: JSON) throws(Faults) {
        var reader = ConfigurationReader()
        let rollout = Rollout(value, at: [.name("rollout")], &reader)
        guard reader.faults.isEmpty, let rollout else { throw Faults(faults: reader.faults) }
        self = rollout
    }

    private init?(_ value: JSON, at path: [JSONSource.Step], _ reader: inout ConfigurationReader) {
        guard let object = reader.object(value, at: path, names: Rollout.names) else { return nil }
        let id = reader.required("id", of: object, at: path) { $0.name($1, at: $2) }
        let stages = reader.required("stages", of: object, at: path) { $0.stages($1, at: $2) }
        guard let id, let stages else { return nil }
        self.init(id: id, stages: stages)
        check = object["check"].flatMap { RolloutCheck($0, at: path + [.name("check")], &reader) }
        bake = object["bake"].flatMap { reader.seconds($0, at: path + [.name("bake")], 0...Rollout.year) } ?? bake
        delay = object["delay"].flatMap { reader.seconds($0, at: path + [.name("delay")], 0...Rollout.year) } ?? delay
        failAfter =
            object["failAfter"].flatMap { reader.whole($0, at: path + [.name("failAfter")], 1...1_000_000) }
            ?? failAfter
        needs = object["needs"].flatMap { reader.whole($0, at: path + [.name("needs")], 1...100) } ?? needs
        started = object["started"].flatMap { reader.time($0, at: path + [.name("started")]) }
        machines = object["machines"].flatMap { reader.wholes($0, at: path + [.name("machines")]) } ?? machines
        if !machines.isEmpty, machines.count != stages.count {
            reader.report("must have a number for each stage", at: path + [.name("machines")])
        }
        approval = object["approved"].flatMap {
            Approval($0, of: stages.count, at: path + [.name("approved")], &reader)
        }
        if let value = object["withdrawn"], let ids = reader.array(value, at: path + [.name("withdrawn")]) {
            withdrawn = ids.enumerated().compactMap { reader.name($1, at: path + [.name("withdrawn"), .position($0)]) }
        }
        // The time is for people, and to resume.
        isPaused = object["paused"].flatMap { reader.time($0, at: path + [.name("paused")]) } != nil
        isAborted = object["aborted"].flatMap { reader.time($0, at: path + [.name("aborted")]) } != nil
    }

    /// Returns whether a text can be part of a key of etcd: letters, digits, `_`, `-` and `.`.
    package static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }
}

extension Rollout.Approval {
    fileprivate init?(
        _ value: JSON,
        of count: Int,
        at path: [JSONSource.Step],
        _ reader: inout ConfigurationReader
    ) {
        guard let object = reader.object(value, at: path, names: ["stage", "time", "forgiven"]) else { return nil }
        let stage = reader.required("stage", of: object, at: path) { $0.whole($1, at: $2, 1...Int64(max(count, 1))) }
        let time = reader.required("time", of: object, at: path) { $0.time($1, at: $2) }
        guard let stage, let time else { return nil }
        self.init(stage: Int(stage), time: time)
        forgiven = object["forgiven"].flatMap { reader.whole($0, at: path + [.name("forgiven")], 0...Int64.max) } ?? 0
    }
}

extension RolloutStage {
    fileprivate static let names = ["percent", "labels", "start", "after", "over", "approve"]

    fileprivate init?(_ value: JSON, at path: [JSONSource.Step], _ reader: inout ConfigurationReader) {
        guard let object = reader.object(value, at: path, names: RolloutStage.names) else { return nil }
        self.init()
        let year = 31_536_000.0
        percent = object["percent"].flatMap { reader.percent($0, at: path + [.name("percent")]) } ?? percent
        labels = object["labels"].map { reader.labels($0, at: path + [.name("labels")]) } ?? labels
        start = object["start"].flatMap { reader.time($0, at: path + [.name("start")]) }
        after = object["after"].flatMap { reader.seconds($0, at: path + [.name("after")], 0...year) } ?? after
        over = object["over"].flatMap { reader.seconds($0, at: path + [.name("over")], 0...year) } ?? over
        needsApproval = object["approve"].flatMap { reader.boolean($0, at: path + [.name("approve")]) } ?? false
    }
}

extension RolloutCheck {
    fileprivate init?(_ value: JSON, at path: [JSONSource.Step], _ reader: inout ConfigurationReader) {
        let names = ["command", "every", "timeout", "failures"]
        guard let object = reader.object(value, at: path, names: names),
            let command = reader.required("command", of: object, at: path, { $0.name($1, at: $2) })
        else { return nil }
        self.init(command)
        if command == "." || command == ".." {
            reader.report("must be the name of a program, got \(command.shown)", at: path + [.name("command")])
        }
        every = object["every"].flatMap { reader.seconds($0, at: path + [.name("every")], 0.1...86_400) } ?? every
        timeout =
            object["timeout"].flatMap { reader.seconds($0, at: path + [.name("timeout")], 0.1...3_600) } ?? timeout
        let count = object["failures"].flatMap { reader.whole($0, at: path + [.name("failures")], 1...1_000) }
        failures = count.map(Int.init) ?? failures
    }
}

extension ConfigurationReader {
    /// Returns a name that can be part of a key of etcd, and of a path.
    fileprivate mutating func name(_ value: JSON, at path: [JSONSource.Step]) -> String? {
        guard let text = text(value, at: path) else { return nil }
        guard Rollout.isName(text) else {
            report("must have at most 64 letters, digits, _, - and ., got \(text.shown)", at: path)
            return nil
        }
        return text
    }

    fileprivate mutating func stages(_ value: JSON, at path: [JSONSource.Step]) -> [RolloutStage]? {
        guard let elements = array(value, at: path) else { return nil }
        guard (1...100).contains(elements.count) else {
            report("must have 1 to 100 stages, got \(elements.count)", at: path)
            return nil
        }
        return elements.enumerated().compactMap { RolloutStage($1, at: path + [.position($0)], &self) }
    }

    fileprivate mutating func percent(_ value: JSON, at path: [JSONSource.Step]) -> Double? {
        let number: Double? =
            switch value {
            case .integer(let number): Double(number)
            case .double(let number): number
            default: nil
            }
        guard let number, number > 0, number <= 100 else {
            report("must be a number above 0 and at most 100", at: path)
            return nil
        }
        return number
    }

    fileprivate mutating func time(_ value: JSON, at path: [JSONSource.Step]) -> Duration? {
        guard let text = text(value, at: path) else { return nil }
        guard let time = RolloutTime.duration(text) else {
            report("must be a time in UTC, such as 2026-12-01T09:00:00Z, got \(text.shown)", at: path)
            return nil
        }
        return time
    }

    fileprivate mutating func boolean(_ value: JSON, at path: [JSONSource.Step]) -> Bool? {
        guard case .boolean(let isTrue) = value else {
            report("must be true or false, got \(value.kind.words)", at: path)
            return nil
        }
        return isTrue
    }

    fileprivate mutating func wholes(_ value: JSON, at path: [JSONSource.Step]) -> [Int64]? {
        array(value, at: path)?.enumerated().compactMap { whole($1, at: path + [.position($0)], 0...Int64.max) }
    }
}
