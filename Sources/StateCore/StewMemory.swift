package import StewEngine

/// What the daemon remembers about stews: a part of the soft state.
package struct StewMemory: Equatable, Sendable {
    /// The last computed plan.
    package var last: StewPlan?
    /// The unit of heat for requests that name none.
    package var preferredUnit: StewUnit?

    package init() {}

    /// Returns this data, with the values of `other` where this has none.
    func over(_ other: StewMemory) -> StewMemory {
        var memory = self
        memory.last = last ?? other.last
        memory.preferredUnit = preferredUnit ?? other.preferredUnit
        return memory
    }
}

extension SoftState {
    /// Returns the stew data for the members of a world, or for the clients outside every world if `world` is nil.
    package func stew(in world: String?) -> StewMemory {
        guard let world, let own = stewInWorlds[world] else { return stew }
        return own.over(stew)
    }

    /// Removes the stew data of every world for which `exists` returns false.
    package mutating func forgetStews(exceptIn exists: (String) -> Bool) {
        stewInWorlds = stewInWorlds.filter { exists($0.key) }
    }
}

extension SoftState {
    /// Records a computed plan, and returns whether the soft state must be written to disk.
    package mutating func note(_ plan: StewPlan, in world: String?) -> Bool {
        guard let world else {
            guard stew.last != plan else { return false }
            stew.last = plan
            return true
        }
        stewInWorlds[world, default: StewMemory()].last = plan
        // The data of worlds is never written to disk.
        return false
    }

    /// Records the preferred unit or its absence, and returns whether the soft state must be written to disk.
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
