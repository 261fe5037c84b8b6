package import JSONCore

extension FlagSet {
    /// Creates a set from the text of a flagd document, format version 0, or throws all its errors with their lines.
    package init(_ text: Span<UInt8>, depthLimit: Int = JSON.defaultDepthLimit) throws(FlagFaults) {
        if let flags = FlagSet(valid: text, depthLimit: depthLimit) {
            self = flags
            return
        }
        let document: JSON
        var repeatsNames = false
        do throws(JSONFault) {
            document = try JSON.parse(text, depthLimit: depthLimit, repeatsNames: &repeatsNames)
        } catch {
            var fault = FlagFault(.text(error))
            fault.position = FlagFault.Position(error.position(in: text))
            throw FlagFaults([fault])
        }
        do throws(FlagFaults) {
            self = try FlagSet(document)
            guard repeatsNames else { return }
        } catch {
            throw FlagFaults(located: error.faults, more: error.more, in: text, depthLimit: depthLimit)
        }
        throw FlagFaults(located: [], in: text, depthLimit: depthLimit)
    }

    /// Creates a set from a flagd document, format version 0, or throws all its errors.
    package init(_ document: JSON) throws(FlagFaults) {
        var reader = FlagDocumentReader(document)
        guard reader.faults.isEmpty else { throw FlagFaults(reader.faults, more: reader.moreFaults) }
        self = reader.takeFlags()
    }
}
