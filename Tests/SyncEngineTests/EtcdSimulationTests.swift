import JSONCore
import SyncEngine
import TestSupport
import Testing

/// Random changes and faults of an etcd: no change may be lost, and no older value may follow a newer one.
struct EtcdSimulationTests {
    private static let layers = 3

    /// A cluster, an etcd, and the network between them.
    private struct World {
        var played: PlayedCluster
        var etcd = SimulatedEtcd()
        var generator: SeededGenerator
        /// What was delivered last of each layer.
        var delivered = [String?](repeating: nil, count: layers)
        /// Whether a restore may have brought an older value back.
        var mayGoBack = [Bool](repeating: true, count: layers)
        var faults: [String] = []
        /// Responses on their way: a request, and the text that etcd had for it when it arrived.
        var responses: [(request: EtcdRequest, text: String)] = []

        init(seed: UInt64) {
            generator = SeededGenerator(seed: seed)
            played = PlayedCluster((0..<layers).map { PlayedCluster.source("\($0)", .key("/\($0)")) })
            carryOut()
        }

        mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }

        /// Notes the deliveries, and carries the requests to etcd.
        mutating func carryOut() {
            for case .deliver(let layer, let outcome) in played.actions {
                guard let index = Int(layer) else { continue }
                switch outcome {
                case .content(let bytes, _):
                    let text = String(decoding: bytes, as: UTF8.self)
                    let old = delivered[index].flatMap { Int($0) } ?? 0
                    if !mayGoBack[index], let new = Int(text), new < old { faults.append("\(new) after \(old)") }
                    mayGoBack[index] = false
                    delivered[index] = text
                case .failed(let fault):
                    if "\(fault)".contains("does not exist") { delivered[index] = nil }
                case .unusable(let reason): faults.append(reason)
                case .notModified: break
                }
            }
            for case .open in played.actions {
                etcd.open(
                    zip(played.creations, played.starts).map { creation, start in
                        let layer = (0..<layers).first { creation["key"] == .string(PlayedCluster.base64("/\($0)")) }
                        return (layer ?? 0, Int(start) ?? 0)
                    }
                )
            }
            for case .close in played.actions { if played.stream == nil { etcd.close() } }
        }

        /// etcd evaluates a request, or sends a response of an earlier one.
        mutating func stepResponses() {
            if !played.requests.isEmpty, number(0..<2) == 0 {
                let request = played.removeRequest(at: number(0..<played.requests.count))
                responses.append((request, etcd.respond(to: request, layers: layers)))
            } else if !responses.isEmpty {
                let (request, text) = responses.remove(at: number(0..<responses.count))
                played.reply(.response(status: 200, body: Array(text.utf8)), to: request)
                carryOut()
            }
        }

        mutating func stepStream(atMost count: Int) {
            etcd.send(hasProgress: number(0..<8) == 0)
            let piece = etcd.take(count)
            guard played.stream != nil, !piece.isEmpty else { return }
            played.receive(piece)
            carryOut()
        }

        mutating func cut() {
            etcd.close()
            guard played.stream != nil else { return }
            played.endStream()
            carryOut()
        }

        mutating func failRequest() {
            guard !played.requests.isEmpty else { return }
            played.reply(.failed("cut"), to: played.removeRequest(at: 0))
            carryOut()
        }

        mutating func restore() {
            etcd.restore()
            mayGoBack = [Bool](repeating: true, count: layers)
            while let response = responses.popLast() {
                played.reply(.failed("cut"), to: response.request)
                carryOut()
            }
            cut()
        }

        mutating func step() {
            switch number(0..<100) {
            case 0..<25: etcd.put(number(0..<layers))
            case 25..<28: etcd.delete(number(0..<layers))
            case 28..<34: etcd.putOther()
            case 34..<60: stepResponses()
            case 60..<85: stepStream(atMost: number(1..<400))
            case 85..<90:
                played.advanceToDeadline()
                carryOut()
            case 90..<93: cut()
            case 93..<95: failRequest()
            case 95: etcd.compact()
            case 96: etcd.save()
            case 97: restore()
            case 98: etcd.isHalfOpen = played.stream != nil
            default:
                played.record(played.cluster.load(nil, at: played.now))
                carryOut()
            }
        }

        /// Lets everything arrive and the time pass, until checks have found each fault.
        mutating func settle() {
            for _ in 0..<60 {
                for _ in 0..<20 {
                    stepResponses()
                    stepStream(atMost: 10_000)
                }
                played.advanceToDeadline()
                carryOut()
            }
        }
    }

    @Test(arguments: 0..<8) func `no change is lost`(_ part: Int) {
        for seed in 0..<20 {
            let seed = UInt64(part * 20 + seed)
            var world = World(seed: seed)
            for _ in 0..<200 { world.step() }
            world.settle()
            #expect(world.faults == [], "seed \(seed)")
            let expected = (0..<EtcdSimulationTests.layers).map { world.etcd.value(of: $0).map { "\($0)" } }
            #expect(world.delivered == expected, "seed \(seed)")
        }
    }
}
