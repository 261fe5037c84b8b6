import SystemCore
import TestSupport
import TunerStore

/// The batches that a daemon appended and acknowledged while its disk failed or its machine crashed.
struct JournalLife {
    /// The acknowledged batches, in order.
    private(set) var acknowledged: [[String]] = []
    /// The number of acknowledged batches that are known to be on disk.
    private(set) var flushed = 0
    /// The failed batch, until a new file makes sure that the batch cannot come back.
    private(set) var unknown: [String]?
    private(set) var errors: [StoreError] = []

    /// Creates a life of several runs; each run appends batches and begins a new file after a failure.
    init(_ files: any FileSystem, _ durability: Durability, lives: Int = 2, batches: Int = 6) {
        for life in 0..<lives {
            do throws(StoreError) {
                try live(life, files, durability, batches: batches)
            } catch {
                errors.append(error)
            }
        }
    }

    /// Accepts the recovered records, once a journal continues after them.
    private mutating func settle(_ records: [String]) {
        if let unknown, records == acknowledged.flatMap({ $0 }) + unknown { acknowledged.append(unknown) }
        unknown = nil
    }

    private mutating func live(
        _ life: Int,
        _ files: any FileSystem,
        _ durability: Durability,
        batches: Int
    ) throws(StoreError) {
        let found = try TestStore.recover(files)
        var journal = try TestStore.journal(files, after: found.files, durability)
        settle(found.records)
        flushed = acknowledged.count
        for number in 0..<batches {
            let batch = (0...number % 3).map { TestStore.record(life * 100 + number * 10 + $0, padding: number * 70) }
            append(batch, to: &journal)
            if number == batches / 2, !journal.needsFile { rotate(&journal) }
        }
        guard life == 0, !journal.needsFile else { return }
        try journal.close()
        flushed = acknowledged.count
    }

    private mutating func rotate(_ journal: inout Journal) {
        do throws(StoreError) {
            _ = try journal.rotate()
            flushed = acknowledged.count
        } catch {
            errors.append(error)
        }
    }

    private mutating func append(_ batch: [String], to journal: inout Journal) {
        do throws(StoreError) {
            if journal.needsFile {
                try journal.beginFile()
                // From here on the failed batch cannot come back.
                unknown = nil
            }
            unknown = batch
            _ = try journal.append(batch)
            unknown = nil
            acknowledged.append(batch)
            if journal.durability == .sync { flushed = acknowledged.count }
            if acknowledged.count % 4 == 0, journal.wantsFlush {
                try journal.flush()
                flushed = acknowledged.count
            }
            if journal.wantsRoom { try journal.makeRoom() }
        } catch {
            errors.append(error)
        }
    }

    /// Returns what is wrong with the recovered records, or nil.
    func fault(in found: TestStore.Recovered) -> String? {
        let all = acknowledged + (unknown.map { [$0] } ?? [])
        var whole: [String] = []
        var counts = [0: 0]
        for (index, batch) in all.enumerated() {
            whole += batch
            counts[whole.count] = index + 1
        }
        guard found.records == Array(whole.prefix(found.records.count)) else { return "records that never were there" }
        guard let batches = counts[found.records.count] else { return "a part of a batch" }
        guard batches >= flushed else { return "\(flushed) batches were on disk, \(batches) are found" }
        guard batches >= acknowledged.count || found.files.needsNewEpoch else {
            return "acknowledged batches gone, epoch kept"
        }
        return nil
    }
}
