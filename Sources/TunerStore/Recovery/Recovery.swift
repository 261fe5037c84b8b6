internal import JSONCore
package import SystemCore

/// Recovers a state from its directory: the newest undamaged snapshot, then the journals after it in order.
package enum Recovery {
    /// The greatest number of damaged files that are repaired; a person must look at a state with more.
    private static let maxRepairs = 64

    /// Passes every committed record to the consumer.
    ///
    /// If `repairing` is true, damage is repaired instead of thrown: undamaged batches are kept, and the damaged file
    /// is kept under another name.
    package static func run(
        _ files: any FileSystem,
        directory: String,
        repairing: Bool = false,
        into consumer: inout some RecordConsumer
    ) throws(StoreError) -> RecoveredFiles {
        var notes: [RecoveryNote] = []
        var repaired: Set<StoreFileName> = []
        while true {
            let damage: StoreDamage
            do throws(StoreError) {
                var found = try StateReading(files, directory).run(into: &consumer)
                found.notes = notes + found.notes
                return found
            } catch {
                guard repairing, case .damaged(let found) = error, repaired.count < maxRepairs,
                    repaired.insert(found.name).inserted
                else { throw error }
                damage = found
            }
            notes += try Repair(files, directory, damage).run()
        }
    }
}
