import SystemCore

/// What is done with each change that is watched, besides a line of the usual form.
struct ChangeOptions {
    /// What a shell is to run.
    var program: RawText?
    /// How a line is to look.
    var format: LineTemplate?
}
