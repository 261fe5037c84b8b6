import JSONCore
package import TunerAPI

/// The list of worlds for people.
package enum WorldText {
    /// Returns a line for each world: its ID, its members, its contents, the program that created it, and what it proposes.
    package static func list(_ worlds: [ListedWorld]) -> String {
        Table.text(
            worlds.map { world in
                [
                    world.world.shownWhole, CountText.of(world.members, "member"),
                    CountText.contents(values: world.values, flags: world.flags),
                    "\(world.actor.client.shown)[\(world.actor.pid)]",
                    world.proposal.map { "proposes: \($0.summary.shown)" } ?? "",
                ]
            }
        )
    }
}
