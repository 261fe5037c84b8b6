import JSONCore
package import TunableEngine

/// A tunable or a flag as a library for another language uses it, which has its own objects and its own threads.
package struct ForeignValue<Value: Codable & Sendable>: Sendable {
    let tuner: Tuner
    let cell: Cell<Value>
    let index: Int

    /// Declares a tunable with its default and with those words that have a value.
    package init(
        tunable key: String,
        _ fallback: Value,
        _ words: [(name: SpecWord, value: (any Encodable)?)],
        on tuner: Tuner
    ) {
        self.init(CellDeclaration(tunable: key, fallback, words, tuner.store.schemas), fallback, on: tuner)
    }

    /// Declares a flag in a context.
    package init(flag key: String, _ fallback: Value, _ context: FlagContext, on tuner: Tuner) {
        self.init(CellDeclaration(flag: key, fallback, context, description: nil), fallback, on: tuner)
    }

    private init(_ declaration: CellDeclaration, _ fallback: Value, on tuner: Tuner) {
        self.tuner = tuner
        (cell, index) = tuner.declare(declaration, fallback)
    }

    /// What reads the value; it must not outlive the tuner.
    package var reader: ValueReader<Value> { ValueReader(cell) }

    /// Returns the change of an update that sets this value.
    package func change(to value: Value) throws(TunerError) -> ForeignChange {
        let json = try Tuner.json(of: value, for: cell.subject.key)
        guard json != .null else { throw .unencodable(key: cell.subject.key, reason: "null is the absence of a value") }
        return ForeignChange(subject: cell.subject, index: index, json: json)
    }
}

/// A new value in an update.
package struct ForeignChange: Sendable {
    let subject: CellSubject
    let index: Int
    let json: JSON
}

/// What a ``ForeignValue`` of any type can do.
package protocol AnyForeignValue: Sendable {
    /// Removes the value that was set, and waits for the response.
    func reset() throws(TunerError)

    /// Removes the value that was set, without waiting; calls `finish` once, on any thread.
    func postReset(_ finish: @escaping Tuner.PostedEnd)

    /// The last publication that was announced.
    var announced: UInt64 { get }

    /// The last publication that was announced, and the newest one, if another one than `publication` was announced.
    func news(since publication: UInt64) -> (announced: UInt64, newest: UInt64)?

    /// Notes that the program has received the value of a publication.
    func noteRead(through publication: UInt64)

    /// Calls a closure after each publication of another value, on the thread that publishes; the closure must not wait.
    func addListener(_ listener: @escaping @Sendable () -> Void) -> UInt64

    /// Removes a listener; a publication that has begun may still call it.
    func removeListener(_ id: UInt64)

    /// The present value, for a tuner that continues this one.
    var remembered: RememberedValue? { get }
}

extension ForeignValue: AnyForeignValue {
    package func reset() throws(TunerError) {
        try tuner.perform(WriteRequest(kind: .reset(cell.subject)), showing: [])
    }

    package func postReset(_ finish: @escaping Tuner.PostedEnd) {
        tuner.post(WriteRequest(kind: .reset(cell.subject)), showing: [], finish)
    }

    package var announced: UInt64 { cell.announced }

    package func news(since publication: UInt64) -> (announced: UInt64, newest: UInt64)? {
        cell.newestBox(since: publication).map { ($0.announced, $0.version) }
    }

    package func noteRead(through publication: UInt64) { cell.noteRead(through: publication) }

    package func addListener(_ listener: @escaping @Sendable () -> Void) -> UInt64 { cell.signal.addListener(listener) }

    package func removeListener(_ id: UInt64) { cell.signal.removeListener(id) }

    package var remembered: RememberedValue? {
        // No lock: in a child process after a fork, a thread of the parent may have locked it.
        guard let json = try? ValueEncoder.json(of: cell.takeNewest().value) else { return nil }
        return RememberedValue(subject: cell.subject, json: json)
    }
}
