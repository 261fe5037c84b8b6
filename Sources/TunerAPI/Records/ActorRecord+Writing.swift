package import JSONCore

extension ActorRecord {
    /// Writes an actor in few pieces, because every notification has one.
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
