/// A request whose body is still received.
struct AwaitedRequest {
    let route: Route
    let segments: [Range<Int>]
    let exchange: Exchange
    /// The bytes that the server has reserved for the body.
    let reserved: Int
}
