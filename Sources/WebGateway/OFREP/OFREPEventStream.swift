import JSONCore

/// The announcement of the server-sent events that make clients evaluate again.
package struct OFREPEventStream: Sendable {
    /// The path of the stream, with its query.
    package let requestURI: String
    /// The seconds without an event after which a client assumes that the stream is interrupted.
    package let inactivityDelay: Int64

    package init(requestURI: String, inactivityDelay: Int64 = 120) {
        precondition(inactivityDelay >= 1, "OFREP demands a delay of at least a second")
        self.requestURI = requestURI
        self.inactivityDelay = inactivityDelay
    }

    /// Returns the data of the event after which a client evaluates again.
    ///
    /// The client sends the version back as the query `flagConfigEtag`. This does not replace `If-None-Match`: a response
    /// also depends on the context.
    static func refetch(flagsVersion: String) -> ByteBuffer {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name(plain: "type")
        writer.raw(#""refetchEvaluation""#)
        writer.name(plain: "etag")
        writer.string(flagsVersion)
        writer.endObject()
        return writer.takeBytes()
    }

    /// Writes the member `eventStreams` of a bulk response.
    ///
    /// The endpoint has no origin: the client uses that of its request.
    func write(to writer: inout JSONWriter) {
        writer.name(plain: "eventStreams")
        writer.beginArray()
        writer.beginObject()
        writer.name(plain: "type")
        writer.raw(#""sse""#)
        writer.name(plain: "endpoint")
        writer.beginObject()
        writer.name(plain: "requestUri")
        writer.string(requestURI)
        writer.endObject()
        writer.name(plain: "inactivityDelaySec")
        writer.integer(inactivityDelay)
        writer.endObject()
        writer.endArray()
    }
}
