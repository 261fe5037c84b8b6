import Foundation

/// simdjson's on-demand reader, from the library that `run` builds where simdjson is installed.
@safe
struct SimdjsonLook {
    private typealias Look = @convention(c) (UnsafePointer<UInt8>?, Int, CInt) -> Double

    private let look: Look

    init?(path: String) {
        guard let library = unsafe dlopen(path, RTLD_NOW),
            let symbol = unsafe dlsym(library, "simdjson_look_nanoseconds")
        else { return nil }
        unsafe look = unsafe unsafeBitCast(symbol, to: Look.self)
    }

    func nanoseconds(_ message: [UInt8], repetitions: Int) -> Double {
        let nanoseconds = unsafe message.withUnsafeBufferPointer {
            unsafe look($0.baseAddress, $0.count, CInt(repetitions))
        }
        precondition(nanoseconds > 0, "the peer read something else")
        return nanoseconds
    }
}
