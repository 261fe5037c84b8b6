import SystemCore

/// The options for the output of watched changes.
struct ChangeOptions {
    /// The shell command to run for each change.
    var program: RawText?
    /// The template of each line.
    var format: LineTemplate?
}
