import Testing
import TunableEngine

@Suite struct ValueFormatTests {
    @Test(arguments: ["#000000", "#FFaa09", "#00112233"])
    func `a color has six or eight hexadecimal digits`(text: String) {
        #expect(ValueFormat.color.includes(text))
    }

    @Test(arguments: ["", "#", "#fff", "#0000000", "000000", "#00000g", "#000000000", " #000000", "#ééé"])
    func `other texts are not colors`(text: String) {
        #expect(!ValueFormat.color.includes(text))
    }

    @Test(arguments: [
        "P1Y", "P1M", "P1D", "P2W", "PT1H", "PT1M", "PT0.5S", "P3DT4H", "P1Y2M3DT4H5M6S", "PT0S", "P0D", "PT1,5H",
        "P1.5W", "P1DT0.25S", "P0.5Y", "P1YT1S", "PT1H1S",
    ])
    func `a duration follows ISO 8601`(text: String) {
        #expect(ValueFormat.duration.includes(text))
    }

    @Test(arguments: [
        "", "P", "PT", "P1", "1D", "P1S", "PT1D", "PT1Y", "P1DT", "P1M1Y", "P1D1D", "P1Y1W", "P1W1D", "P1WT1H",
        "PT0.5H1M",
        "P0.5DT1H", "P.5D", "P5.D", "p1d", "P-1D", "-P1D", "P1D ", "P1DT1H1", "PT1S1M",
    ])
    func `other texts are not durations`(text: String) {
        #expect(!ValueFormat.duration.includes(text))
    }
}
