/// A string in a text: its range without the quotes, and properties found during the scan.
struct JSONStringToken {
    let range: Range<Int>
    let hasEscapes: Bool
    let isASCII: Bool
}
