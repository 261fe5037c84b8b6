import JSONCore
import TestSupport
import Testing
import TunableEngine

@testable import StateCore

/// Tests that the index of layers gives the results of a search through all layers.
@Suite struct LayerIndexTests {
    private static let keys: [Key] = (1...12).map { Key(literal: "k\($0)") } + ["tags"]
    private static let names = (1...30).map { "layer\($0)" }

    private static func rules(fewLayers: Int) -> StateRules {
        var rules = StateRules()
        rules.fewLayers = fewLayers
        return rules
    }

    private static func layer(_ name: String, _ generator: inout SeededGenerator) -> Mutation {
        var values = KeyMap<JSON>()
        for key in keys where Int.random(in: 0..<3, using: &generator) == 0 {
            let number = Int64.random(in: 0..<4, using: &generator)
            values.insert(key == "tags" ? [.integer(number), .string(name)] : .integer(number), for: key)
        }
        let hasLocks = Int.random(in: 0..<6, using: &generator) == 0
        let locks = KeyPatterns(literal: hasLocks ? ["k1", "k2"] : [])
        let isKillSwitch = Int.random(in: 0..<10, using: &generator) == 0
        return .putLayer(Layer(name: name, values: values, locks: locks, isKillSwitch: isKillSwitch), for: nil)
    }

    private static func mutation(_ state: State, _ generator: inout SeededGenerator) -> Mutation {
        guard let name = names.randomElement(using: &generator) else { preconditionFailure("there are names") }
        var active = state.activeNames
        switch Int.random(in: 0..<12, using: &generator) {
        case 0..<5: return layer(name, &generator)
        case 5: return .removeLayer(name)
        case 6: return .activate(state.allLayers.map(\.name).shuffled(using: &generator))
        case 7: return .activate(active.reversed())
        case 8, 9:
            active.removeAll { $0 == name }
            if state.allLayers.contains(where: { $0.name == name }) {
                active.insert(name, at: Int.random(in: 0...active.count, using: &generator))
            }
            return .activate(active)
        case 10: return .activate(Array(active.dropFirst()))
        default: return .set(Key(literal: "k\(Int.random(in: 1...12, using: &generator))"), .integer(2))
        }
    }

    @Test(arguments: Seeds.all)
    func `many random layers have the same effect with the index and without it`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var indexed = State(epoch: "e", rules: Self.rules(fewLayers: 0))
        var searched = State(epoch: "e", rules: Self.rules(fewLayers: .max))
        var changing = State(epoch: "e", rules: Self.rules(fewLayers: 12))
        var beginning: [Mutation] = [
            .declare("tags", #"{"type": "array", "merge": "union"}"#),
            .declare("k3", #"{"type": "integer", "maximum": 2, "default": 0}"#),
            .declare("k1", #"{"type": "integer", "maximum": 2, "default": 1}"#),
        ]
        // So many layers need an index in `changing`.
        for name in Self.names.prefix(13) { beginning.append(Self.layer(name, &generator)) }
        var usesIndex: Set<Bool> = []
        for step in 0..<(Demands.areSanitized ? 60 : 300) {
            let mutation = step < beginning.count ? beginning[step] : Self.mutation(searched, &generator)
            let scriptStep = Script.Step(mutation: mutation, author: .vim, time: Moment(milliseconds: Int64(step)))
            let expected = Duel.perform(scriptStep, on: &searched)
            for result in [Duel.perform(scriptStep, on: &indexed), Duel.perform(scriptStep, on: &changing)] {
                switch (expected, result) {
                case (.success(let expected), .success(let result)):
                    try #require(ComparedOutcome(result) == ComparedOutcome(expected), "seed \(seed), step \(step)")
                case (.failure(let expected), .failure(let result)):
                    try #require(Complaint(expected) == Complaint(result), "seed \(seed), step \(step)")
                default: Issue.record("seed \(seed), step \(step): \(mutation)")
                }
            }
            let picture = StatePicture(searched)
            try #require(StatePicture(indexed) == picture, "seed \(seed), step \(step): \(mutation)")
            try #require(StatePicture(changing) == picture, "seed \(seed), step \(step): \(mutation)")
            usesIndex.insert(changing.layerIndex != nil)
            for key in Self.keys {
                let candidates = View(indexed).describe(key)?.candidates.map(\.origin)
                try #require(candidates == View(searched).describe(key)?.candidates.map(\.origin))
            }
        }
        #expect(indexed.layerIndex != nil && searched.layerIndex == nil)
        #expect(usesIndex == [false, true])
    }

    @Test(arguments: Seeds.all)
    func `layers that have not moved have the same order before and after, and as many values as possible`(
        seed: UInt64
    ) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<60 {
            let all = (0..<6).map { number in
                let values = Self.keys.prefix(Int.random(in: 0...4, using: &generator))
                var map = KeyMap<JSON>()
                for key in values { map.insert(1, for: key) }
                return Layer(name: "\(number)", values: map)
            }
            let old = Array(all.shuffled(using: &generator).prefix(Int.random(in: 0...6, using: &generator)))
            let new = Array(all.shuffled(using: &generator).prefix(Int.random(in: 0...6, using: &generator)))
            let moved = LayerOrder.moved(from: old, to: new).map(\.name)
            #expect(Set(moved).count == moved.count)
            #expect(Set(moved).isSubset(of: (old + new).map(\.name)))
            func kept(_ layers: [Layer], without moved: [String]) -> [String] {
                layers.map(\.name).filter { !moved.contains($0) }
            }
            #expect(kept(old, without: moved) == kept(new, without: moved))
            func weight(_ names: [String]) -> Int {
                all.filter { names.contains($0.name) }.reduce(0) { $0 + 1 + $1.values.count }
            }
            // All choices of layers that have the same order in both lists.
            let best = (0..<64).compactMap { choice -> Int? in
                let others = all.indices.filter { choice & 1 << $0 == 0 }.map { all[$0].name }
                let names = kept(old, without: others)
                return names == kept(new, without: others) ? weight(names) : nil
            }.max()
            #expect(weight(kept(old, without: moved)) == best, "seed \(seed)")
        }
    }
}
