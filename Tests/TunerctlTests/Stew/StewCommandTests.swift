import BlockingTests
import JSONCore
import TestSupport
import Testing

@testable import TunerCommands

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// `tunerctl stew`, the real programs.
@Suite(.blocking) struct StewCommandTests {
    private let installation: Installation

    init() throws {
        installation = try Installation(.daemon)
        _ = try installation.run("start")
    }

    @Test func `stew prints one line in a pipe, or an error and an exit code`() throws {
        try Transcript(
            """
            $ tunerctl stew
            30 min, Low Simmer, 185-200 F
            $ tunerctl stew --weight 31.5oz --style wholePeeled --units C
            36 min, Medium Simmer, 90-96 C
            $ tunerctl stew --weight 800g --varietal cherry
            33 min, Low Simmer, 185-200 F
            $ tunerctl stew --weight 3
            --weight must be from 4 to 128 ounces, got 3
            [1]
            $ tunerctl stew --weight 5kg
            --weight must be from 4 to 128 ounces, got 5kg
            [1]
            $ tunerctl stew --varietal rma
            --varietal must be roma, sanMarzano, cherry, genovese, beefsteak, plum, got rma; did you mean roma?
            [1]
            $ tunerctl stew --watch --weight 3
            --weight must be from 4 to 128 ounces, got 3
            [1]
            $ tunerctl stew --style cut
            --style must be diced, wholePeeled, crushed, stewed, got cut
            [1]
            $ tunerctl stew --units K
            --units must be F, C, got K; did you mean F?
            [1]
            $ tunerctl stew --weight .5kg --style wholePeeled
            22 min, Low Simmer, 185-200 F
            $ tunerctl stew --weight much
            tunerctl: --weight must be a number of ounces, or one that ends with oz, lb, g or kg, got much; see tunerctl help stew
            [2]

            """
        ).check(in: installation)
    }

    @Test func `stew --prefer keeps a unit for later calls, and --last prints the last plan`() throws {
        try Transcript(
            """
            $ tunerctl stew --last
            tunerctl: there is no plan yet; try: tunerctl stew
            [3]
            $ tunerctl stew --prefer C --weight 2lb
            34 min, Low Simmer, 85-93 C
            $ tunerctl stew --weight 28
            30 min, Low Simmer, 85-93 C
            $ tunerctl stew --units F
            30 min, Low Simmer, 185-200 F
            $ tunerctl stew --prefer none
            30 min, Low Simmer, 185-200 F
            $ tunerctl stew --last
            30 min, Low Simmer, 185-200 F
            $ tunerctl stew --prefer K
            tunerctl: --prefer must be F, C or none, got K; see tunerctl help stew
            [2]

            """
        ).check(in: installation)
    }

    @Test func `without inputs, the last inputs are used`() throws {
        try Transcript(
            """
            $ tunerctl stew --weight 31.5 --style wholePeeled
            36 min, Medium Simmer, 195-205 F
            $ tunerctl stew
            36 min, Medium Simmer, 195-205 F
            $ tunerctl set stew.v1.base 60
            $ tunerctl stew --units C
            73 min, Medium Simmer, 90-96 C
            $ tunerctl stew --varietal roma
            60 min, Medium Simmer, 195-205 F

            """
        ).check(in: installation)
    }

    @Test func `--verbose prints the rationale and the tips to a pipe`() throws {
        _ = try installation.run("flag", "on", "ui.showAdvancedTips")
        try Transcript(
            """
            $ tunerctl stew --verbose
            30 min, Low Simmer, 185-200 F
            28 oz of Roma, Crushed, take 30 min by model v1: 30 min × 1 for 28 oz × 1 for Roma × 1 for Crushed is 30 min, under 35 min: Low Simmer.
              - Stir every 5–7 minutes.
              - Salt early.
              - Add basil late.
              - Add olive oil off the heat.

            """
        ).check(in: installation)
    }

    private static let gramsInAnOunce = 28.349523125
    private static let weights: [(String, Double)] = [
        ("28", 28), ("28oz", 28), ("28.5 oz", 28.5), ("28.349523125g", 1), ("1kg", 1_000 / gramsInAnOunce),
        ("1.2kg", 1_200 / gramsInAnOunce), ("800g", 800 / gramsInAnOunce), ("1e2", 100),
        ("2lb", 32), ("1.5 lb", 24), (".5 lb", 8), ("+28.", 28),
    ]

    @Test(arguments: weights)
    func `a weight is given in ounces, pounds, grams or kilograms`(text: String, ounces: Double) {
        #expect(WeightText.ounces(in: text) == ounces)
    }

    @Test(arguments: [
        "", "oz", "g", "kg", "nan", "inf", "0x10", "1e400", "28pt", "lb", "28 oz oz", "1,2kg", "--", "\"28\"",
    ])
    func `an invalid weight is refused`(text: String) {
        #expect(WeightText.ounces(in: text) == nil)
    }

    @Test func `on a terminal, stew prints a plan with the preferred unit first`() throws {
        _ = try installation.run("flag", "on", "ui.showAdvancedTips")
        let arguments = ["stew", "--style", "wholePeeled", "--units", "C", "--color", "never"]
        let text = try installation.start(arguments, on: .terminal).wait().output
        let lines = text.split(separator: "\r\n").map(String.init)
        #expect(
            lines == [
                "33 min  Low Simmer, 85-93 C (185-200 F)",
                "28 oz of Roma, Whole Peeled, take 33 min by model v1: 30 min × 1 for 28 oz × 1",
                "for Roma × 1.1 for Whole Peeled is 33 min, under 35 min: Low Simmer.",
                "  - Crush by hand after 10–15 minutes.", "  - Stir every 5–7 minutes.", "  - Salt early.",
                "  - Add basil late.", "  - Add olive oil off the heat.",
            ]
        )
    }

    @Test func `stew --json prints the daemon's plan`() throws {
        let plan = try JSON.parse(try installation.run("stew", "--weight", "1kg", "--json").output)
        #expect(plan["minutes"] == 37)
        #expect(plan["inputs"]?["weightOz"] == .double(1_000 / 28.349523125))
    }

    @Test func `stew --watch prints each new plan and follows its own world`() throws {
        let watch = try installation.start("stew", "--watch", "--weight", "28oz")
        #expect(try watch.line() == "30 min, Low Simmer, 185-200 F")
        _ = try installation.run("set", "stew.v1.base", "60")
        #expect(try watch.line() == "60 min, Medium Simmer, 195-205 F")
        _ = try installation.run("set", "stew.varietal.cherry", "2")
        _ = try installation.run("kill-switch", "on")
        #expect(try watch.line() == "30 min, Low Simmer, 185-200 F")
        _ = try installation.run("kill-switch", "off")
        #expect(try watch.line() == "60 min, Medium Simmer, 195-205 F")
        let script =
            "tunerctl with stew.v1.base=90 -- sh -c 'tunerctl stew; tunerctl stew --watch | head -n 1'; tunerctl stew"
        let high = "90 min, Medium Simmer, 195-205 F\n"
        #expect(try installation.shell(script).output == "\(high)\(high)60 min, Medium Simmer, 195-205 F\n")
        try watch.send(SIGINT)
        #expect(try watch.wait().code == 130)
    }

    @Test func `stew --watch prints a line to a pipe only if the line differs`() throws {
        let watch = try installation.start("stew", "--watch", "--weight", "28oz")
        #expect(try watch.line() == "30 min, Low Simmer, 185-200 F")
        // The rationale changes, and the line does not have it.
        _ = try installation.run("set", "stew.v1.base", "30.1")
        _ = try installation.run("set", "stew.v1.base", "60")
        #expect(try watch.line() == "60 min, Medium Simmer, 195-205 F")
    }

    @Test func `stew --watch prints a plan that changed during a daemon restart`() throws {
        let watch = try installation.start("stew", "--watch", "--json")
        #expect(try JSON.parse(try watch.line())["minutes"] == 30)
        try installation.end(by: "stop")
        _ = try watch.errors { $0.contains("\n") }
        try watch.send(SIGSTOP)
        try installation.startAgain()
        _ = try installation.run("set", "stew.v1.base", "45")
        try watch.send(SIGCONT)
        let plan = try JSON.parse(try watch.line())
        #expect(plan["minutes"] == 45)
        #expect(plan["subscription"] == nil)
        _ = try installation.run("set", "stew.v1.base", "46")
        #expect(try JSON.parse(try watch.line())["minutes"] == 46)
    }
}
