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
    /// The log file.
    ///
    /// The lock is held while a line is written, so that only one thread rotates the file.
    private let file = Mutex<LogFile?>(nil)

    /// Creates a log that writes events up to a level to a descriptor.
    package init(_ output: consuming Descriptor, level: LogLevel, format: LogFormat, clock: Clocks = .kernel) {
        self.output = output
        self.level = level
        self.format = format
        self.clock = clock
    }

    /// Continues the log in a file, which is rotated before it would exceed `limit` bytes.
    package func `continue`(in path: String, limit: Int) throws(SystemError) {
        let opened = try LogFile(path, limit: limit, replacing: output)
        file.withLock { $0 = opened }
    }

    /// Returns whether events of a level are written.
    package func writes(_ level: LogLevel) -> Bool { level <= self.level }

    /// Writes an event: a sentence for people, and facts for programs.
    package func event(_ level: LogLevel, _ sentence: String, _ facts: JSONObject = JSONObject()) {
        guard writes(level) else { return }
        var text = line(level, sentence, facts)
        if format == .json, text.utf8.count >= Log.maxLineLength {
            // A cut object would not be JSON, so the sentence is cut. A scalar takes at most six bytes.
            text = line(level, "\(String(sentence.unicodeScalars.prefix(Log.maxLineLength / 8)))…", JSONObject())
        }
        let line = Array(text.utf8.prefix(Log.maxLineLength - 1)) + [UInt8(ascii: "\n")]
        file.withLock { file in
            file?.makeRoom(for: line.count, replacing: output)
            do {
                guard try Kernel.wait(for: .writable, on: output, .none).isWritable,
                    case .bytes(let count) = try Kernel.write(output, line.span)
                else { return }
                file?.wrote(count)
            } catch {
                // The line is lost: nothing else can report the failure.
            }
        }
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
