/// The zeros that are written ahead of a journal's batches.
///
/// A flush of blocks that were written before costs little more than half of a flush that makes the file longer. Blocks
/// that are only allocated do not help: the first write to each still changes the file's metadata.
package struct ZeroAhead {
    /// The offset at which the zeros end; no byte after it was written.
    private(set) var end: Int64
    private let steps: ClosedRange<Int>
    private var step: Int
    /// The offset from which to try again after the disk was full.
    private var nextAttempt: Int64 = 0

    /// The smallest and the largest number of bytes that are written at a time.
    ///
    /// The step doubles each time, so a journal of a few batches gets few zeros. Larger steps are rarer, but each may
    /// delay a batch for longer.
    package static let usualSteps = 256 << 10...1 << 20
    private static let zeros = [UInt8](repeating: 0, count: 64 << 10)

    init(end: Int64, steps: ClosedRange<Int>) {
        self.end = end
        self.steps = steps
        step = steps.lowerBound
    }

    /// Whether less than half a step of zeros is left after `offset`.
    func wantsMore(at offset: Int64) -> Bool {
        end - offset < Int64(step / 2) && offset >= nextAttempt
    }

    /// Writes the next step of zeros and returns whether any zero was written.
    ///
    /// A full disk is not an error here, since the batches themselves may still fit.
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
