import JSONCore
import RPCCore
import SystemCore

/// The actions of an input on the daemon, one choice after the other.
struct Story {
    private static let world = "w-fuzz-0000000000"
    private var choices: Choices
    private let daemon: ServedDaemon
    private var readers: [Reader] = []

    init(_ choices: Choices, _ daemon: ServedDaemon) {
        self.choices = choices
        self.daemon = daemon
    }

    mutating func play() throws {
        try write("tunables.resetAll")
        try write("worlds.create", ["world": .string(Story.world)])
        for number in 0..<4 { readers.append(try reader(number)) }
        while let choice = choices.next(below: 14), let detail = choices.next(below: 256) {
            try act(choice, detail)
        }
        for reader in readers { try reader.check() }
        try write("worlds.drop", ["world": .string(Story.world)])
    }

    /// The last connection is in a world.
    private func reader(_ number: Int) throws -> Reader {
        try Reader(daemon.address, world: number == 3 ? Story.world : nil)
    }

    private mutating func act(_ choice: Int, _ detail: Int) throws {
        let reader = readers[detail % readers.count]
        let key = JSON.string("\(detail & 4 == 0 ? "a" : "b")\(detail >> 3 & 3)")
        switch choice {
        case 0...2: try write("tunables.set", ["key": key, "value": .integer(Int64(detail >> 5))])
        case 3: try write("tunables.update", ["values": .object(Story.values(1 + detail % 5, detail >> 3))])
        case 4: try write("tunables.update", ["values": .object(Story.values(400, detail))])
        // So many bytes soon fill a socket, and the daemon merges changes.
        case 5:
            let text = String(repeating: "x", count: 100_000 + detail)
            try write("tunables.set", ["key": detail & 4 == 0 ? "a.text" : "b.text", "value": .string(text)])
        case 6: try write("tunables.reset", ["key": key])
        case 7: try write(detail % 2 == 0 ? "tunables.undo" : "tunables.redo", ["everyone": true])
        case 8: try write("tunables.resetAll", detail % 2 == 0 ? [:] : ["match": "a*"])
        case 9: try reader.subscribe(Interest.all[detail / 4 % Interest.all.count])
        case 10:
            for number in 0..<detail / 2 { try reader.subscribe(Interest.all[number % Interest.all.count]) }
        case 11: try reader.unsubscribe(detail / 4)
        case 12: try detail < 128 ? reader.read() : reader.check()
        default:
            if detail < 64 {
                readers[detail % readers.count] = try self.reader(detail % readers.count)
            } else {
                try write("tunables.set", ["key": key, "value": .integer(Int64(detail))], by: reader.client)
            }
        }
    }

    private static func values(_ count: Int, _ value: Int) -> JSONObject {
        JSONObject((0..<count).map { ("\($0 % 2 == 0 ? "a" : "b")\($0)", .integer(Int64(value))) })
    }

    /// Writes a value.
    ///
    /// A refusal is not a fault, but the end of the connection is.
    private func write(_ method: String, _ params: JSON = [:], by client: Client? = nil) throws {
        do {
            _ = try (client ?? daemon.writer).call(method, params, within: .seconds(60))
        } catch {
            guard case .refused = error else { throw error }
        }
    }
}
