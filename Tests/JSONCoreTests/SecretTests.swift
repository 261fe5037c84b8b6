import JSONCore
import Testing

struct SecretTests {
    @Test func `secrets are equal if all their bytes are`() {
        for right in ["secret", ""] {
            let isEqual = right.utf8.span.equalsSecret(right.utf8.span)
            #expect(isEqual)
        }
        for wrong in ["Secret", "secreT", "secre", "secrets", ""] {
            let isEqual = "secret".utf8.span.equalsSecret(wrong.utf8.span)
            #expect(!isEqual, "\(wrong)")
        }
    }
}
