/// Where a string stands, its quotes left out, and what is known of it.
struct JSONStringToken {
    let range: Range<Int>
    let hasEscapes: Bool
    let isASCII: Bool
}
