import JSONCore

/// What a fetch has found.
package enum FetchOutcome: Sendable, Equatable {
    /// New content, with the values of `ETag` and `Last-Modified` to ask for changes with.
    case content([UInt8], Validators)
    /// The origin says that the content is the one of the last fetch.
    case notModified
    /// A payload that is no content of a layer; the reason is a sentence.
    case unusable(String)
    case failed(FetchFault)
}

/// What an origin has sent with a content, so that the next fetch can ask whether it changed.
package struct Validators: Sendable, Equatable {
    package var entityTag: String?
    package var lastModified: String?

    package init(entityTag: String? = nil, lastModified: String? = nil) {
        (self.entityTag, self.lastModified) = (entityTag, lastModified)
    }
}

/// A reason why a fetch has no content.
package enum FetchFault: Error, Sendable, Equatable {
    /// The connection failed, or there was no response in time; the reason is the end of a sentence.
    case network(String)
    /// The origin responded with a status that has no content; it may say how long to wait.
    case status(Int, retryAfter: Duration?)
    /// A credential is missing; the reason is a sentence.
    case credential(String)
}

extension FetchFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .network(let reason): reason
        case .status(let status, nil): "the origin responded with the status \(status)"
        case .status(let status, let wait?):
            "the origin responded with the status \(status), and asks to wait \(wait.components.seconds) s"
        case .credential(let reason): reason
        }
    }
}

/// What the daemon said about a layer.
package enum PutOutcome: Sendable, Equatable {
    /// The daemon has the layer; `changed` says whether it was new.
    case accepted(changed: Bool)
    /// The daemon refuses the content; the reason is its sentence.
    case refused(String)
    /// The daemon could not store it now; the reason is the end of a sentence.
    case postponed(String)
}
