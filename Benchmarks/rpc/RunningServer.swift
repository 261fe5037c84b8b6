import LoadGenerator
import SystemCore

/// A started server that responds; it ends when its last reference is released.
final class RunningServer {
    let contender: Contender
    let address: UnixAddress
    private let log: String
    private var process: ChildProcess

    /// The time limit of a server's first response.
    private static let patience = 10

    init(_ contender: Contender, in directory: String) throws(BenchmarkFailure) {
        self.contender = contender
        let socket = "\(directory)/\(contender.name)-\(Kernel.monotonicTime().nanoseconds).sock"
        log = socket + ".log"
        do {
            address = try UnixAddress(socket)
        } catch {
            throw .longSocketPath(socket)
        }
        do {
            try KernelFileSystem().createDirectory(socket + ".data", mode: 0o700)
            process = try ChildProcess(
                contender.command.map { $0.hasPrefix("{}") ? socket + $0.dropFirst(2) : $0 },
                log: log
            )
        } catch {
            throw .notStarted(name: contender.name, error)
        }
        try waitUntilReady()
    }

    var pid: Int32 { process.pid }

    /// Returns a plan for this server, without load.
    func plan(_ payload: Payload) -> LoadPlan {
        plan(contender.requests(payload), contender.response)
    }

    /// Returns a plan of requests to this server, without load.
    func plan(_ requests: [String], _ response: ResponseRule) -> LoadPlan {
        LoadPlan(to: address, requests: requests.map { RequestTemplate($0) }, response: response)
    }

    /// Sends a text and waits for a number of lines, to prepare a measurement.
    func exchange(_ text: String, lines: Int, during: String) throws(BenchmarkFailure) {
        do {
            try TextClient(to: address).exchange(text, lines: lines)
        } catch {
            throw failure(error, during: during)
        }
    }

    /// Returns a client that stays connected.
    func connect(during: String) throws(BenchmarkFailure) -> PingClient {
        do {
            return try PingClient(to: address)
        } catch {
            throw failure(error, during: during)
        }
    }

    /// Sends a ping and checks the response.
    func ping(_ client: PingClient, during: String) throws(BenchmarkFailure) {
        do {
            try client.ping(contender)
        } catch {
            throw failure(error, during: during)
        }
    }

    /// Runs a measurement; a failure names the server, and whether its process still runs.
    func measure(_ plan: LoadPlan, during: String) throws(BenchmarkFailure) -> LoadResult {
        do {
            return try LoadRun.measure(plan)
        } catch {
            throw failure(error, during: during)
        }
    }

    /// Runs a fan-out; a failure names the server, and whether its process still runs.
    func measure(_ plan: FanoutPlan, during: String) throws(BenchmarkFailure) -> FanoutResult {
        do {
            return try FanoutRun.measure(plan)
        } catch {
            throw failure(error, during: during)
        }
    }

    private func failure(_ failure: LoadFailure, during: String) -> BenchmarkFailure {
        if let end = endWithPatience() {
            return .serverEnded(name: contender.name, how: "\(end) during \(during)", log: lastWords)
        }
        return .measurement(name: contender.name, during: during, failure)
    }

    /// Returns the memory of the process in bytes.
    func residentBytes() throws(BenchmarkFailure) -> Int {
        guard
            let descriptor = try? Kernel.open("/proc/\(pid)/status", .read),
            let bytes = try? KernelFile(descriptor).readWhole(),
            let line = bytes.split(separator: UInt8(ascii: "\n")).first(where: { $0.starts(with: "VmRSS:".utf8) }),
            let word = line.split(separator: UInt8(ascii: " ")).dropLast().last,
            let kibibytes = Int(String(decoding: word.filter { $0 != UInt8(ascii: "\t") }, as: UTF8.self))
        else { throw .noMemoryFigure(name: contender.name) }
        return kibibytes * 1024
    }

    private func waitUntilReady() throws(BenchmarkFailure) {
        let end = Kernel.monotonicTime() + .seconds(Self.patience)
        while true {
            do throws(LoadFailure) {
                try PingClient(to: address).ping(contender)
                return
            } catch {
                if let end = process.howItEnded() {
                    throw .serverEnded(name: contender.name, how: "\(end) before its first response", log: lastWords)
                }
                guard case .noConnection = error else {
                    throw .measurement(name: contender.name, during: "its first ping", error)
                }
                guard Kernel.monotonicTime() < end else {
                    throw .notReady(name: contender.name, seconds: Self.patience, log: lastWords)
                }
                pause(.milliseconds(5))
            }
        }
    }

    /// The connection can close a little before the process has ended.
    private func endWithPatience() -> String? {
        for _ in 0..<20 {
            if let end = process.howItEnded() { return end }
            pause(.milliseconds(5))
        }
        return nil
    }

    private var lastWords: String {
        guard
            let descriptor = try? Kernel.open(log, .read),
            let bytes = try? KernelFile(descriptor).readWhole()
        else { return "" }
        let lines = bytes.split(separator: UInt8(ascii: "\n")).suffix(8)
        return lines.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
    }
}
