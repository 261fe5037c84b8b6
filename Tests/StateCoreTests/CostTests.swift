import JSONCore
import StateCore
import TestSupport
import Testing
import TunableEngine

/// Tests that the cost of a mutation depends on the keys that it names, not on the size of the state.
///
/// They compare the processor time of the test's thread. Other programs affect it less than elapsed time.
@Suite(.serialized) struct CostTests {
    /// The largest allowed ratio of the costs.
    ///
    /// The tree of the large state is deeper, and the state does not fit into the processor's cache.
    private static let bound = 4

    private static let small = state(count: 100)
    private static let large = state(count: 200_000)

    /// Returns a state with `count` undeclared keys.
    private static func state(count: Int) -> State {
        var builder = StateBuilder(rules: StateRules(), revision: 1, killSwitch: [], activeNames: [])
        for number in 0..<count {
            let key = Key(literal: "k\(1_000_000 + number)")
            _ = builder.add(key, nil, LocalValue(.integer(Int64(number))), revision: 1)
        }
        return builder.finish()
    }

    /// Returns a state with `count` temporary overrides.
    private static func overridden(count: Int) -> State {
        var builder = StateBuilder(rules: StateRules(), revision: 1, killSwitch: [], activeNames: [])
        for number in 0..<count {
            let end = Moment(milliseconds: 1_000_000_000 + Int64(number))
            let local = LocalValue(2, ending: LocalValue.Ending(time: end, before: 1))
            _ = builder.add(Key(literal: "k\(1_000_000 + number)"), nil, local, revision: 1)
        }
        return builder.finish()
    }

    /// Returns the shortest of many times for a round of mutations, which changes at most one value.
    private static func time(of round: (Int64) -> [Mutation], on start: State) throws -> Duration {
        var state = start
        var shortest = Duration.seconds(60)
        for number in 0..<60 as Range<Int64> {
            let mutations = round(number)
            let begin = threadTime()
            for mutation in mutations {
                _ = try state.perform(mutation, by: .vim, at: Moment(milliseconds: number * 5_000))
            }
            shortest = min(shortest, threadTime() - begin)
        }
        return shortest
    }

    @Test func `a mutation costs as much with 200,000 keys as with 100`() throws {
        let rounds: [(String, @Sendable (Int64) -> [Mutation])] = [
            ("set", { [.set("k1000050", .integer($0))] }),
            ("undo", { [.set("k1000050", .integer(-1 - $0)), .undo(everyone: false)] }),
            ("new key", { _ in [.set("new", 1), .reset("new")] }),
            ("declare", { _ in [.declare("new", #"{"type": "integer", "default": 1}"#), .forget("new")] }),
            ("layer", { [.put("x", ["k1000060": .integer($0)]), .activate(["x"]), .removeLayer("x")] }),
            ("limit", { _ in [.addKillSwitch("k1000050"), .removeKillSwitch(nil)] }),
        ]
        for (name, round) in rounds {
            let (one, other) = (try Self.time(of: round, on: Self.small), try Self.time(of: round, on: Self.large))
            #expect(other < one * Self.bound, "\(name): \(one) in the small state, \(other) in the large one")
        }
    }

    @Test(arguments: [true, false])
    func `a layer's put costs as much with 1,000 other layers as with 20`(areActive: Bool) throws {
        var times: [Duration] = []
        for count in [20, 1_000] {
            var state = State(epoch: "e")
            for number in 0..<count {
                var values = KeyMap<JSON>()
                values.insert(1, for: Key(literal: "k\(number)"))
                values.insert(2, for: Key(literal: "shared"))
                let layer = Layer(name: "layer\(number)", values: values)
                _ = try state.perform(.putLayer(layer, for: nil), by: .vim, at: .zero)
            }
            let names = (0..<count).map { "layer\($0)" }
            _ = try state.perform(.activate(areActive ? names : []), by: .vim, at: .zero)
            var values = KeyMap<JSON>()
            for number in 0..<1_000 { values.insert(1, for: Key(literal: "own\(number)")) }
            times.append(
                try Self.time(
                    of: { number in
                        values.insert(.integer(number), for: Key(literal: "own1"))
                        return [.putLayer(Layer(name: "layer1", values: values), for: nil)]
                    },
                    on: state
                )
            )
        }
        #expect(times[1] < times[0] * Self.bound, "\(times)")
    }

    @Test func `copying and changing a large state costs as much as a small one`() throws {
        var times: [Duration] = []
        for start in [Self.small, Self.large] {
            var state = start
            var shortest = Duration.seconds(60)
            for number in 0..<60 as Range<Int64> {
                let begin = threadTime()
                let copy = state
                _ = try state.perform(.set("k1000050", .integer(number)), by: .vim, at: .zero)
                shortest = min(shortest, threadTime() - begin)
                withExtendedLifetime(copy) {}
            }
            times.append(shortest)
        }
        #expect(times[1] < times[0] * Self.bound, "\(times)")
    }

    @Test func `adding an override costs as much with 100,000 overrides as with 100, despite copies`() throws {
        var times: [Duration] = []
        for count in [100, 100_000] {
            var state = Self.overridden(count: count)
            var shortest = Duration.seconds(60)
            for number in 0..<60 as Range<Int64> {
                let copy = state
                let begin = threadTime()
                _ = try state.perform(.set("new", 1, for: 500 + number), by: .vim, at: .zero)
                _ = try state.perform(.reset("new"), by: .vim, at: .zero)
                shortest = min(shortest, threadTime() - begin)
                withExtendedLifetime(copy) {}
            }
            times.append(shortest)
        }
        #expect(times[1] < times[0] * Self.bound, "\(times)")
    }
}
