package import JSONCore
import Synchronization
package import SystemCore

/// Writes one line for each event, from any thread.
///
/// The log never waits for a reader. If a reader is too slow, lines are lost.
package final class Log: Sendable {
    /// The largest number of bytes that a pipe takes atomically.
    private static let maxLineLength = 4_096

    private let output: Descriptor
    private let level: LogLevel
    private let format: LogFormat
    private let clock: Clocks
    /// The target of the lines.
    ///
    /// The lock is held while a line is written, so that only one thread rotates the file.
    private let target = Mutex(LogTarget())

    /// Creates a log that writes events up to a level to a descriptor.
    package init(_ output: consuming Descriptor, level: LogLevel, format: LogFormat, clock: Clocks = .kernel) {
        self.output = output
        self.level = level
        self.format = format
        self.clock = clock
    }

    /// Continues the log in a file, which is rotated before it would exceed `limit` bytes.
    ///
    /// `count` old files are kept.
    package func `continue`(in path: String, limit: Int, keeping count: Int) throws(SystemError) {
        let opened = try LogFile(path, limit: limit, keeping: count, replacing: output)
        target.withLock { $0.file = opened }
    }

    /// Opens the log file again if it was removed or renamed; returns false if there is no log file.
    ///
    /// The next line would do the same, but it may be far away.
    package func reopen() -> Bool {
        target.withLock { target in
            // The next line reports a failure.
            try? target.file?.reopenIfMoved(replacing: output)
            return target.file != nil
        }
    }

    /// Returns whether events of a level are written.
    package func writes(_ level: LogLevel) -> Bool { level <= self.level }

    /// Writes an event: a sentence for people, and facts for programs.
    package func event(_ level: LogLevel, _ sentence: String, _ facts: JSONObject = JSONObject()) {
        guard writes(level) else { return }
        let line = bytes(level, sentence, facts)
        target.withLock { target in
            if let failure = target.makeRoom(for: line.count, in: output), writes(.warning) {
                let sentence = "rotating the log failed, so it grows in the same file: \(failure)"
                target.write(bytes(.warning, sentence, JSONObject()), to: output)
            }
            target.write(line, to: output)
        }
    }

    /// Returns the line of an event, with its line break.
    private func bytes(_ level: LogLevel, _ sentence: String, _ facts: JSONObject) -> [UInt8] {
        var text = line(level, sentence, facts)
        if format == .json, text.utf8.count >= Log.maxLineLength {
            // A cut object would not be JSON, so the sentence is cut. A scalar takes at most six bytes.
            text = line(level, "\(String(sentence.unicodeScalars.prefix(Log.maxLineLength / 8)))…", JSONObject())
        }
        return Array(text.utf8.prefix(Log.maxLineLength - 1)) + [UInt8(ascii: "\n")]
    }

    private static func text(of object: JSONObject) -> String {
        do {
            return try JSON.object(object).written()
        } catch {
            preconditionFailure("an event's facts are finite")
        }
    }

    private func line(_ level: LogLevel, _ sentence: String, _ facts: JSONObject) -> String {
        let time = clock.wall().rfc3339
        switch format {
        case .text:
            return "\(time) \(level.rawValue) \(sentence)"
        case .json:
            var object: JSONObject = [
                "time": .string(time), "level": .string(level.rawValue), "message": .string(sentence),
            ]
            for fact in facts.members {
                object[fact.name] = fact.value
            }
            return Log.text(of: object)
        }
    }
}
