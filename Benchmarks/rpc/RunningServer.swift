import LoadGenerator
import SystemCore

/// A contender that was started and answers; it ends when the last reference goes.
final class RunningServer {
    let contender: Contender
    private let address: UnixAddress
    private let log: String
    private var process: ChildProcess

    /// How long a server may take to answer its first ping.
    private static let patience = 10

    init(_ contender: Contender, in directory: String) throws {
        self.contender = contender
        let socket = "\(directory)/\(contender.name)-\(Kernel.monotonicTime().nanoseconds).sock"
        log = socket + ".log"
        address = try UnixAddress(socket)
        do {
            process = try ChildProcess(contender.command.map { $0 == "{}" ? socket : $0 }, log: log)
        } catch {
            throw BenchmarkFailure.notStarted(name: contender.name, error)
        }
        try waitUntilReady()
    }

    var pid: Int32 { process.pid }

    /// A plan for this server, to be filled in.
    func plan(_ payload: Payload) -> LoadPlan {
        LoadPlan(
            to: address,
            requests: contender.requests(payload).map { RequestTemplate($0) },
            answer: contender.answer
        )
    }

    /// A client that stays.
    func connect(during: String) throws(BenchmarkFailure) -> PingClient {
        do {
            return try PingClient(to: address)
        } catch {
            throw failure(error, during: during)
        }
    }

    /// Lets a client ask once; the answer must be good.
    func ping(_ client: PingClient, during: String) throws(BenchmarkFailure) {
        do {
            try client.ping(contender)
        } catch {
            throw failure(error, during: during)
        }
    }

    /// Measures, and says which server failed and whether it lives.
    func measure(_ plan: LoadPlan, during: String) throws(BenchmarkFailure) -> LoadResult {
        do {
            return try LoadRun.measure(plan)
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

    /// How much memory it has, in bytes.
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
                    throw .serverEnded(name: contender.name, how: "\(end) before it answered", log: lastWords)
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

    /// A connection may be seen closing a little before the process is seen ending.
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
