import OptionCore

/// The text that `tunersync fleet --help` prints.
package enum FleetHelp {
    package static let commands = [
        ("put FILE", "Validate the layer in FILE, print what changes on how many machines, and write it to etcd."),
        ("status", "Print the stages, the counts of reports, and the versions of the machines."),
        ("approve [STAGE]", "Open the next stage that needs an approval, or STAGE now."),
        ("pause", "Let no further machine take the layer, until the rollout is resumed."),
        ("resume", "End a pause. Later stages open later, by the length of the pause."),
        ("abort", "End the rollout: each machine returns to the layer that it had before."),
        ("history", "Print the decisions of people about the layer, with their times."),
        ("machines", "List the machines, their labels and their reports."),
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
