package import StewEngine

/// What is remembered of stews: part of the soft state.
package struct StewMemory: Equatable, Sendable {
    /// What was computed last.
    package var last: StewPlan?
    /// In which unit heat is shown where a call does not say.
    package var preferredUnit: StewUnit?

    /// Nothing is remembered.
    package init() {}

    /// The same where what is not remembered here is as it is elsewhere.
    func over(_ other: StewMemory) -> StewMemory {
        var memory = self
        memory.last = last ?? other.last
        memory.preferredUnit = preferredUnit ?? other.preferredUnit
        return memory
    }
}

extension SoftState {
    /// What the members of a world have of stews, or everybody who is in none.
    package func stew(in world: String?) -> StewMemory {
        guard let world, let own = stewInWorlds[world] else { return stew }
        return own.over(stew)
    }

    /// Forgets what worlds have of stews, but for those that are still there.
    package mutating func forgetStews(exceptIn isThere: (String) -> Bool) {
        stewInWorlds = stewInWorlds.filter { isThere($0.key) }
    }
}

extension SoftState {
    /// Notes what was computed; whether that is new.
    package mutating func note(_ plan: StewPlan, in world: String?) -> Bool {
        guard let world else {
            guard stew.last != plan else { return false }
            stew.last = plan
            return true
        }
        stewInWorlds[world, default: StewMemory()].last = plan
        // Nothing of worlds is written.
        return false
    }

    /// Notes a unit, or that none is preferred any more; whether that is new.
    package mutating func prefer(_ unit: StewUnit?, in world: String?) -> Bool {
        guard let world else {
            guard stew.preferredUnit != unit else { return false }
            stew.preferredUnit = unit
            return true
        }
        stewInWorlds[world, default: StewMemory()].preferredUnit = unit
        return false
    }
}
