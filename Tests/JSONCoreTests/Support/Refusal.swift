import JSONCore

/// The fault of bytes; none when they are a text.
func refusal(of bytes: [UInt8], depthLimit: Int = JSON.defaultDepthLimit) -> JSONFault? {
    do throws(JSONFault) {
        _ = try JSON.parse(bytes.span, depthLimit: depthLimit)
        return nil
    } catch {
        return error
    }
}
