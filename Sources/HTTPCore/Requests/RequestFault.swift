/// The reason why a request is refused.
package enum RequestFault: Error, Equatable, Sendable {
    case requestLine
    case target
    case version
    case unsupportedVersion
    case tunnel
    case controlCharacter
    case bareCarriageReturn
    case bareLineFeed
    case fieldName
    case spaceBeforeColon
    case noColon
    case foldedField
    case noHost
    case repeatedHost
    case host
    case length
    case repeatedLength
    case lengthAndEncoding
    case repeatedEncoding
    case encodingInVersion10
    case lastEncodingNotChunked
    case unknownEncoding
    case unknownExpectation
    case chunkSize
    case chunkEnd
    case endedInside
    case requestLineTooLong(limit: Int)
    case fieldsTooLong(limit: Int)
    case chunkLineTooLong(limit: Int)
    case trailersTooLong(limit: Int)
    case bodyTooLong(limit: Int)
    case headTimedOut
    case bodyTimedOut
}
