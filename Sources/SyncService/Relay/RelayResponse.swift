package import HTTPCore

/// The response of a relay to a request, or the decision to wait.
package enum RelayResponse: Equatable {
    case content(RelayContent)
    /// The client already has the content, which has this tag.
    case notModified(String)
    /// Respond when the content of the layer has another tag, or after a number of seconds.
    case wait(RelayWait)
    /// A line of text.
    case text(HTTPStatus, String)
}

/// A request that waits for a change of a layer.
package struct RelayWait: Equatable {
    package let layer: String
    /// The tag of the content that the client has.
    package let tag: String
    package let seconds: Int64
}

/// The content of a layer, as its source has sent it.
package struct RelayContent: Equatable {
    let bytes: [UInt8]
    /// The entity tag without its quotes: the same bytes have the same tag, also in another relay.
    package let tag: String

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        let hash = SHA1.hash(bytes.span)
        var text = ""
        for index in hash.indices { text += (hash[index] < 16 ? "0" : "") + String(hash[index], radix: 16) }
        tag = text
    }

    package static func == (left: RelayContent, right: RelayContent) -> Bool { left.tag == right.tag }
}
