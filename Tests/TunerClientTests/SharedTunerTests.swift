import Testing
import TunerClient

@Suite struct SharedTunerTests {
    @Test func `a declaration keeps the tuner that was shared when it was created`() {
        let (tuner, other) = (Tuner.preview(values: ["n": 5]), Tuner.preview(values: ["n": 6]))
        let number = Tuner.withShared(tuner) { Tunable("n", default: 1) }
        #expect(number.tuner === tuner)
        #expect(number.value == 5)
        #expect(Tuner.withShared(tuner) { Tuner.withShared(other) { Tuner.shared === other } })
    }

    @Test func `child tasks have the shared tuner of their task`() async {
        let number = await Tuner.withShared(Tuner.preview(values: ["n": 6])) {
            async let number = Tunable("n", default: 1)
            return await number
        }
        #expect(number.value == 6)
    }
}
