import OptionCore

/// The text that `tunersync fleet --help` prints.
package enum FleetHelp {
    package static let commands = [
        ("put FILE", "Check the layer in FILE, show what changes on how many machines, and write it to etcd."),
        ("status", "Show the stages, what the machines have reported, and which versions they have."),
        ("approve [STAGE]", "Open the next stage that needs an approval, or STAGE now."),
        ("pause", "Let no further machine take the layer."),
        ("resume", "End a pause."),
        ("abort", "End the rollout: each machine returns to the layer that it had before."),
        ("history", "Show who has changed the layer, and when."),
        ("machines", "List the machines, their labels and what they have reported."),
    ]

    /// Returns the text for a terminal of a width; nil means other output.
    package static func text(program: String = "tunersync", terminalColumns: Int?) -> String {
        let width = HelpWidth.columns(onTerminal: terminalColumns)
        return """
            usage: \(program) fleet COMMAND [OPTION]...

            \("Roll out a layer in etcd to the machines of a fleet.".wrapped(to: width))

            \(Columns.text(commands, width: width))
            \(Columns.text(FleetOptions.all.map(\.shape), width: width))
            """
    }
}
