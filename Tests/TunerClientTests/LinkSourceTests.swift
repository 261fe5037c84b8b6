import ClientCore
import JSONCore
import LoopCore
import SystemCore
import TestSupport
import Testing
import TunerAPI

extension DaemonTests {
    /// A link on an event loop of the test, with the real daemon.
    @Suite(.timeLimit(.minutes(5))) struct LinkSourceTests {
        /// Follows one key on its own loop.
        private final class Follower {
            let loop: EventLoop
            let link: DaemonLink
            private(set) var values: [JSON?] = []
            private(set) var losses = 0
            /// Whether the last subscription was resumed.
            private(set) var isResumed: Bool?
            private let subscription: LinkSubscription<SubscribeParameters>
            private var source: LinkSource?

            init(_ socket: String, key: String) throws {
                loop = try EventLoop()
                link = DaemonLink(DaemonLink.Settings(DaemonAddress(socket: socket)))
                var parameters = SubscribeParameters()
                parameters.keys = [key]
                subscription = LinkSubscription(parameters)
                source = LinkSource(link, on: loop) { [unowned self] event, text in handle(event, text) }
            }

            deinit { source?.close() }

            /// Runs turns of the loop until a condition is true.
            func run(until isEnough: () throws -> Bool) throws {
                var isLate = false
                let timer = loop.schedule(at: Kernel.monotonicTime() + .seconds(120)) { isLate = true }
                while try !isEnough(), !isLate { try loop.turn() }
                loop.cancel(timer)
                guard !isLate else { throw Late(description: "\(link.state) \(values)") }
            }

            func close() { source?.close() }

            private func handle(_ event: DaemonLink.Event, _ text: Span<UInt8>) {
                switch event {
                case .ready: subscribe()
                case .notification(let method, let params):
                    let changes = try? SubscribeParameters.changes(method, params, in: text)
                    guard let changes, subscription.handle(changes) else { return }
                    values += changes.changes.map(\.value)
                case .lost:
                    losses += 1
                    subscription.endConnection()
                case .connected, .unmatchedError: break
                }
            }

            private func subscribe() {
                subscription.subscribe(on: link) { [unowned self] response, _ in
                    guard case .success(let result) = response else { return }
                    link.confirm()
                    isResumed = result.isResumed
                    values += result.changes?.map(\.value) ?? result.values?.entries.map(\.value) ?? []
                }
            }
        }

        @Test func `a link on an event loop receives changes, and resumes after a restart of the daemon`() throws {
            var daemon = try RunningDaemon()
            try daemon.set("a", 1)
            let follower = try Follower(daemon.socket, key: "a")
            try follower.run { follower.values == [1] }
            #expect(follower.isResumed == false)
            try daemon.set("a", 2)
            try follower.run { follower.values == [1, 2] }
            try daemon.kill()
            try follower.run { follower.losses > 0 }
            daemon = try RunningDaemon(in: daemon.directory)
            try daemon.set("a", 3)
            try follower.run { follower.values == [1, 2, 3] }
            #expect(follower.isResumed == true)
        }

        @Test func `calls that the kernel does not accept at once are sent later, and each has one response`() throws {
            let daemon = try RunningDaemon()
            let follower = try Follower(daemon.socket, key: "a")
            try follower.run { follower.link.state == .established }
            let text = JSON.string(String(repeating: "x", count: 500_000))
            var responses: [Int] = []
            follower.loop.nextTurn {
                for number in 0..<4 {
                    var parameters = PingParameters()
                    parameters.payload = [.integer(Int64(number)), text]
                    follower.link.call(API.ping, parameters) { result in
                        if case .success(.array(let items)) = result, items.first == .integer(Int64(number)) {
                            responses.append(number)
                        }
                    }
                }
            }
            try follower.run { responses.count == 4 }
            #expect(responses == Array(0..<4))
        }

        @Test func `a closed link ends its calls, and the loop continues without it`() throws {
            let daemon = try RunningDaemon()
            let follower = try Follower(daemon.socket, key: "a")
            try follower.run { follower.link.state == .established }
            var ends: [CallFailure?] = []
            follower.link.call(API.ping) { result in
                if case .failure(let failure) = result { ends.append(failure) } else { ends.append(nil) }
            }
            follower.close()
            #expect(ends == [.lost])
            var hasRun = false
            follower.loop.schedule(after: .zero) { hasRun = true }
            try follower.run { hasRun }
            #expect(follower.losses == 0)
        }
    }
}
