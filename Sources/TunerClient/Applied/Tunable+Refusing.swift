extension Tunable {
    /// Reports that the program does not use the present value, with a reason for people.
    ///
    /// ```swift
    /// if settings.spacing > 48 { settings.$spacing.refuse("the window is too narrow") }
    /// ```
    ///
    /// `tunerctl applied` and `tunerctl set --wait-applied` print the reason. The value stays in the daemon and in
    /// this program. The refusal ends when the value changes. The library itself refuses a value that does not fit the type
    /// or the limits of the declaration.
    ///
    /// - Parameter reason: One sentence; the daemon keeps 256 bytes of it.
    public func refuse(_ reason: String) {
        let current = origin.current
        current.tuner.store.refuse(at: current.index, reason)
        current.tuner.backend.refused()
    }
}
