/// What has changed in the daemon.
enum LiveChange {
    /// Values only; the declarations, and so the diagnostics, are the same.
    case values
    case declarations
}
