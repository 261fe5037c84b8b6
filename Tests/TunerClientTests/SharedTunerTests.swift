import Testing
import TunerClient

@Suite struct SharedTunerTests {
    @Test func `a declaration belongs to the shared tuner of a task, else to that of its creation`() {
        let (tuner, other) = (Tuner.preview(values: ["n": 5]), Tuner.preview(values: ["n": 6]))
        let named = Tunable("n", default: 1, on: tuner)
        let number = Tuner.withShared(tuner) { Tunable("n", default: 1) }
        #expect(number.tuner === tuner)
        #expect(number.value == 5)
        Tuner.withShared(other) {
            #expect(number.tuner === other)
            #expect([number.value, number.unobserved, named.value, named.unobserved] == [6, 6, 5, 5])
        }
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
