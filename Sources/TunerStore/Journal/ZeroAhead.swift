/// Zeros written ahead of a journal's batches.
///
/// A flush into blocks that were written before changes nothing but them, and costs a little more than half of one that
/// makes a file longer. Blocks that are only set aside still change the file's map when they are written the first time.
package struct ZeroAhead {
    /// Where they end; nothing was written behind.
    private(set) var end: Int64
    private let steps: ClosedRange<Int>
    private var step: Int
    /// Where the next attempt is worth making, after one for which there was no room.
    private var nextAttempt: Int64 = 0

    /// How much is written at a time: little in a journal of a few batches, more in a busy one.
    ///
    /// Larger steps are fewer, and each takes longer while a batch may come.
    package static let usualSteps = 256 << 10...1 << 20
    private static let zeros = [UInt8](repeating: 0, count: 64 << 10)

    init(end: Int64, steps: ClosedRange<Int>) {
        self.end = end
        self.steps = steps
        step = steps.lowerBound
    }

    /// Whether less is left than half of what is written at a time.
    func wantsMore(at offset: Int64) -> Bool {
        end - offset < Int64(step / 2) && offset >= nextAttempt
    }

    /// Writes the next step; answers whether anything was written.
    ///
    /// Where there is no room the batches themselves may still fit.
    mutating func extend(_ file: StoreFile, beyond offset: Int64) -> Bool {
        let start = max(end, offset)
        let goal = start + Int64(step)
        end = start
        do throws(StoreError) {
            while end < goal {
                let count = min(Self.zeros.count, Int(goal - end))
                try file.write(Self.zeros.span.extracting(0..<count), at: end)
                end += Int64(count)
            }
            step = min(step * 2, steps.upperBound)
        } catch {
            nextAttempt = offset + Int64(step)
        }
        return end > start
    }
}
