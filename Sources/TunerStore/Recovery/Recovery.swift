internal import JSONCore
package import SystemCore

/// Reads a state from its folder: the newest snapshot that is whole, then the journals behind it in their order.
package enum Recovery {
    /// A state of which more than so many files are damaged is not mended by a program.
    private static let mostRepairs = 64

    /// Gives the consumer every record that counts.
    ///
    /// With `repairing` damage is no end: what is whole is kept, what is not is put aside.
    package static func run(
        _ files: any FileSystem,
        folder: String,
        repairing: Bool = false,
        into consumer: inout some RecordConsumer
    ) throws(StoreError) -> RecoveredFiles {
        var notes: [RecoveryNote] = []
        var repaired: Set<StoreFileName> = []
        while true {
            let damage: StoreDamage
            do throws(StoreError) {
                var found = try StateReading(files, folder).run(into: &consumer)
                found.notes = notes + found.notes
                return found
            } catch {
                guard repairing, case .damaged(let found) = error, repaired.count < mostRepairs,
                    repaired.insert(found.name).inserted
                else { throw error }
                damage = found
            }
            notes += try Repair(files, folder, damage).run()
        }
    }
}
