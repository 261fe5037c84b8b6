@testable import JSONCore

/// The result of scanning a text, which must not depend on how the bytes arrive.
struct Scan: Equatable {
    var tokens: [RecordingSink.Token]
    var progress: JSONScanner.Progress?
    var fault: JSONFault?

    /// Creates the result of scanning prefixes of the text that end at `ends`, and then the whole text.
    init(_ bytes: [UInt8], stoppingAt ends: some Sequence<Int>, depthLimit: Int = 16) {
        var sink = RecordingSink()
        var scanner = JSONScanner(depthLimit: depthLimit)
        var progress: JSONScanner.Progress?
        var fault: JSONFault?
        do throws(JSONFault) {
            for end in ends where progress == nil {
                let found = try scanner.scan(bytes.span.extracting(0..<end), isWhole: false, sink: &sink)
                progress = found == .incomplete ? nil : found
            }
            if progress == nil {
                progress = try scanner.scan(bytes.span, isWhole: true, sink: &sink)
            }
        } catch {
            fault = error
        }
        tokens = sink.tokens
        self.progress = progress
        self.fault = fault
    }
}
