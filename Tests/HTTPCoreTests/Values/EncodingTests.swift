import HTTPCore
import JSONCore
import Testing

@Suite struct EncodingTests {
    @Test(arguments: [
        ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"), ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
        ),
        (
            String(repeating: "0123456701234567012345670123456701234567012345670123456701234567", count: 10),
            "dea356a2cddd90c7a7ecedc5ebb563934f460452"
        ),
        (String(repeating: "x", count: 55), "cef734ba81a024479e09eb5a75b6ddae62e6abf1"),
        (String(repeating: "x", count: 56), "901305367c259952f4e7af8323f480d59f81335b"),
        (String(repeating: "x", count: 63), "0ddc4e0cccd9a12850deb5abb0853a4425559fec"),
        (String(repeating: "x", count: 64), "bb2fa3ee7afb9f54c6dfb5d021f14b1ffe40c163"),
    ])
    func `SHA-1 of known texts`(text: String, expected: String) {
        let hash = SHA1.hash(text.utf8.span)
        let digits = Array("0123456789abcdef")
        let shown = hash.indices.map { "\(digits[Int(hash[$0] >> 4)])\(digits[Int(hash[$0] & 15)])" }.joined()
        #expect(shown == expected)
    }

    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"), ("\u{0}\u{10}\u{7F}?>~", "ABB/Pz5+"),
    ])
    func `base64 of known texts`(text: String, expected: String) {
        var buffer = ByteBuffer()
        Base64.append(text.utf8.span, to: &buffer)
        #expect(String(decoding: [UInt8](buffer), as: UTF8.self) == expected)
        let count = Base64.decodedCount(of: expected.utf8.span)
        #expect(count == text.utf8.count)
    }

    @Test(arguments: ["a", "ab", "abc", "====", "a===", "ab=c", "ab==c", "=abc", "ab-_", "abc\n", "abcde", "é=="])
    func `a text that is no base64 has no decoded length`(text: String) {
        let count = Base64.decodedCount(of: text.utf8.span)
        #expect(count == nil)
    }
}
