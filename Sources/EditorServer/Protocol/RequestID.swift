/// The id of a request, as the client wrote it in JSON.
struct RequestID: Hashable {
    let text: [UInt8]
}
