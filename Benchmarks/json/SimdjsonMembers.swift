import Foundation

/// simdjson's on-demand reader, from the library that `run` builds where simdjson is installed.
@safe
struct SimdjsonMembers {
    private typealias Measure = @convention(c) (UnsafePointer<UInt8>?, Int, CInt) -> Double

    private let measure: Measure

    init?(path: String) {
        guard let library = unsafe dlopen(path, RTLD_NOW),
            let symbol = unsafe dlsym(library, "simdjson_members_nanoseconds")
        else { return nil }
        unsafe measure = unsafe unsafeBitCast(symbol, to: Measure.self)
    }

    func nanoseconds(_ message: [UInt8], repetitions: Int) -> Double {
        let nanoseconds = unsafe message.withUnsafeBufferPointer {
            unsafe measure($0.baseAddress, $0.count, CInt(repetitions))
        }
        precondition(nanoseconds > 0, "the peer read something else")
        return nanoseconds
    }
}
