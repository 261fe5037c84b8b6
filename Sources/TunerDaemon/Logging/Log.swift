package import JSONCore
import Synchronization
package import SystemCore

/// Writes one line an event, from any thread, and never waits for a reader.
package final class Log: Sendable {
    /// A line that a pipe takes whole or not at all.
    private static let longestLine = 4_096

    private let output: Descriptor
    private let level: LogLevel
    private let format: LogFormat
    private let clock: Clocks
    /// Held while a line is written: two threads do not rotate the file at once.
    private let file = Mutex<LogFile?>(nil)

    /// Writes events up to a level to a descriptor.
    package init(_ output: consuming Descriptor, level: LogLevel, format: LogFormat, clock: Clocks = .kernel) {
        self.output = output
        self.level = level
        self.format = format
        self.clock = clock
    }

    /// Continues in a file, which is rotated when it would exceed so many bytes.
    package func `continue`(in path: String, limit: Int) throws(SystemError) {
        let opened = try LogFile(path, limit: limit, replacing: output)
        file.withLock { $0 = opened }
    }

    /// Whether events of a level are written.
    package func writes(_ level: LogLevel) -> Bool { level <= self.level }

    /// Writes an event: what happened, in a sentence, and the facts for a program.
    package func event(_ level: LogLevel, _ sentence: String, _ facts: JSONObject = JSONObject()) {
        guard writes(level) else { return }
        let line = Array(line(level, sentence, facts).utf8.prefix(Log.longestLine - 1)) + [UInt8(ascii: "\n")]
        file.withLock { file in
            file?.makeRoom(for: line.count, replacing: output)
            do {
                guard try Kernel.wait(for: .writable, on: output, .none).isWritable,
                    case .bytes(let count) = try Kernel.write(output, line.span)
                else { return }
                file?.wrote(count)
            } catch {
                // Nobody takes the line.
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
