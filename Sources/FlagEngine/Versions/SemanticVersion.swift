import JSONCore

/// A version as defined by semver.org; a leading `v` or `V` is allowed, and minor and patch numbers may be missing.
///
/// It stores ranges of the text instead of copies, and compares numbers of any length.
struct SemanticVersion {
    private let text: String
    private var numbers: [3 of Range<Int>] = [0..<0, 0..<0, 0..<0]
    private var preRelease = 0..<0

    /// Creates a version from a whole text, or returns nil if the text is not a version.
    init?(_ text: String) {
        self.text = text
        let bytes = text.utf8.span
        var offset = !bytes.isEmpty && bytes[0] | 0x20 == UInt8(ascii: "v") ? 1 : 0
        var count = 0
        while true {
            guard let number = SemanticVersion.number(from: offset, in: bytes) else { return nil }
            numbers[count] = number
            offset = number.upperBound
            count += 1
            guard count < 3, offset < bytes.count, bytes[offset] == UInt8(ascii: ".") else { break }
            offset += 1
        }
        // A pre-release or a build is only allowed after a patch number.
        if count == 3, offset < bytes.count, bytes[offset] == UInt8(ascii: "-") {
            guard let end = SemanticVersion.identifiersEnd(from: offset + 1, in: bytes, numbersAreBare: true) else {
                return nil
            }
            preRelease = offset + 1..<end
            offset = end
        }
        if count == 3, offset < bytes.count, bytes[offset] == UInt8(ascii: "+") {
            guard let end = SemanticVersion.identifiersEnd(from: offset + 1, in: bytes, numbersAreBare: false) else {
                return nil
            }
            offset = end
        }
        guard offset == bytes.count else { return nil }
    }

    /// Returns whether the first `count` of the major, minor and patch numbers are equal.
    func agrees(with other: SemanticVersion, numbers count: Int) -> Bool {
        for index in 0..<count where compareNumber(index, other) != 0 {
            return false
        }
        return true
    }

    /// Returns a negative number, 0 or a positive number if this version is less than, equal to or greater than the
    /// other.
    ///
    /// Builds are ignored.
    func compare(_ other: SemanticVersion) -> Int {
        for index in 0..<3 {
            let order = compareNumber(index, other)
            guard order == 0 else { return order }
        }
        // Pre-releases come before their release.
        guard !preRelease.isEmpty, !other.preRelease.isEmpty else {
            return (preRelease.isEmpty ? 1 : 0) - (other.preRelease.isEmpty ? 1 : 0)
        }
        return comparePreRelease(other)
    }

    private func compareNumber(_ index: Int, _ other: SemanticVersion) -> Int {
        SemanticVersion.compareNumbers(
            text.utf8.span.extracting(numbers[index]),
            other.text.utf8.span.extracting(other.numbers[index])
        )
    }

    private func comparePreRelease(_ other: SemanticVersion) -> Int {
        let left = text.utf8.span.extracting(preRelease)
        let right = other.text.utf8.span.extracting(other.preRelease)
        var leftOffset = 0
        var rightOffset = 0
        while leftOffset < left.count, rightOffset < right.count {
            let leftEnd = SemanticVersion.identifierEnd(from: leftOffset, in: left)
            let rightEnd = SemanticVersion.identifierEnd(from: rightOffset, in: right)
            let order = SemanticVersion.compareIdentifiers(
                left.extracting(leftOffset..<leftEnd),
                right.extracting(rightOffset..<rightEnd)
            )
            guard order == 0 else { return order }
            leftOffset = leftEnd + 1
            rightOffset = rightEnd + 1
        }
        // If all common identifiers are equal, the version with more of them is greater.
        return (leftOffset < left.count ? 1 : 0) - (rightOffset < right.count ? 1 : 0)
    }
}

extension SemanticVersion {
    /// Returns the text of an operand that may be a version: a string, or a number as JavaScript writes it.
    ///
    /// A number has no trailing zeros: `1.20` is `1.2`.
    static func text(of value: JSON?) -> String? {
        switch value {
        case .string(let text): text
        case .integer, .double: JavaScript.text(value)
        default: nil
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    /// Returns the range of digits without a leading zero, or nil if there is none.
    private static func number(from start: Int, in bytes: Span<UInt8>) -> Range<Int>? {
        var end = start
        while end < bytes.count, isDigit(bytes[end]) {
            end += 1
        }
        guard end > start, end == start + 1 || bytes[start] != UInt8(ascii: "0") else { return nil }
        return start..<end
    }

    private static func identifierEnd(from start: Int, in bytes: Span<UInt8>) -> Int {
        var end = start
        while end < bytes.count, bytes[end] != UInt8(ascii: ".") {
            end += 1
        }
        return end
    }

    /// Returns the end of one or more identifiers joined by dots, or nil if one is not valid.
    ///
    /// An identifier must not be empty. If `numbersAreBare` is true, a number must not have leading zeros.
    private static func identifiersEnd(from start: Int, in bytes: Span<UInt8>, numbersAreBare: Bool) -> Int? {
        var offset = start
        var begin = start
        var isNumber = true
        while true {
            let byte = offset < bytes.count ? bytes[offset] : 0
            let isLetter = byte == UInt8(ascii: "-") || byte | 0x20 &- UInt8(ascii: "a") < 26
            if isDigit(byte) || isLetter {
                isNumber = isNumber && !isLetter
                offset += 1
                continue
            }
            guard offset > begin else { return nil }
            if numbersAreBare, isNumber, offset > begin + 1, bytes[begin] == UInt8(ascii: "0") {
                return nil
            }
            guard byte == UInt8(ascii: ".") else { return offset }
            offset += 1
            begin = offset
            isNumber = true
        }
    }

    private static func compareIdentifiers(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Int {
        let leftIsNumber = isNumber(left)
        let rightIsNumber = isNumber(right)
        // Numbers come before other identifiers.
        guard leftIsNumber == rightIsNumber else { return leftIsNumber ? -1 : 1 }
        return leftIsNumber ? compareNumbers(left, right) : compareBytes(left, right)
    }

    private static func isNumber(_ bytes: Span<UInt8>) -> Bool {
        for offset in 0..<bytes.count where !isDigit(bytes[offset]) {
            return false
        }
        return true
    }

    /// Compares numbers without leading zeros; an empty one counts as 0.
    private static func compareNumbers(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Int {
        if left.isEmpty || right.isEmpty {
            let other = left.isEmpty ? right : left
            let isZero = other.isEmpty || other.count == 1 && other[0] == UInt8(ascii: "0")
            return isZero ? 0 : left.isEmpty ? -1 : 1
        }
        guard left.count == right.count else { return left.count < right.count ? -1 : 1 }
        return compareBytes(left, right)
    }

    private static func compareBytes(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Int {
        for offset in 0..<min(left.count, right.count) where left[offset] != right[offset] {
            return left[offset] < right[offset] ? -1 : 1
        }
        return left.count == right.count ? 0 : left.count < right.count ? -1 : 1
    }
}
