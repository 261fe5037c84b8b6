package import JSONCore

extension ActorRecord {
    /// Writes an actor in few pieces: every notification names one.
    package func write(to writer: inout JSONWriter) {
        writer.begin(#"{"client":"#)
        writer.bytes.append(jsonString: client)
        writer.bytes.append(#","pid":"#)
        writer.bytes.append(decimal: pid)
        writer.bytes.append(#","uid":"#)
        writer.bytes.append(decimal: uid)
        writer.endObject()
    }
}
