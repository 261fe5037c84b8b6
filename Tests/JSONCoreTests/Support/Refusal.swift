import JSONCore

/// Returns the error of parsing bytes; nil if they are a valid text.
func refusal(of bytes: [UInt8], depthLimit: Int = JSON.defaultDepthLimit) -> JSONFault? {
    do throws(JSONFault) {
        _ = try JSON.parse(bytes.span, depthLimit: depthLimit)
        return nil
    } catch {
        return error
    }
}
