// Simulates rollouts in a fleet: fleet-simulation [MACHINES]. Exits with 1 if a scenario does not end as it must.
#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

let machines = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 100_000
var hasFailed = false
for scenario in Scenario.all {
    let outcome = scenario.run(machines)
    print("\(scenario.name), \(machines) machines")
    for fact in outcome.facts { print("  \(fact)") }
    for fault in outcome.faults { print("  WRONG: \(fault)") }
    hasFailed = hasFailed || !outcome.faults.isEmpty
}
exit(hasFailed ? 1 : 0)
