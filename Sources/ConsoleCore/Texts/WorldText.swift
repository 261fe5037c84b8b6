import JSONCore
package import TunerAPI

/// The list of worlds for people.
package enum WorldText {
    /// Returns a line for each world: its ID, its members, its contents and the program that created it.
    package static func list(_ worlds: [ListedWorld]) -> String {
        Table.text(
            worlds.map { world in
                [
                    world.world.shownWhole, CountText.of(world.members, "member"),
                    CountText.contents(values: world.values, flags: world.flags),
                    "\(world.actor.client.shown)[\(world.actor.pid)]",
                ]
            }
        )
    }
}
