import Foundation
import JSONCore

let arguments = CommandLine.arguments
guard arguments.count > 1 else {
    print("usage: json-benchmark FOLDER [PEER]: prefer Benchmarks/json/run")
    exit(2)
}

print("Medians of \(Rounds.count) rounds, the peers in turn in each; the spread of the ratio in brackets.")
print("\nA tree of a file".padded(26) + "ours MB/s".padded(12) + "Foundation".padded(12) + "ratio")
for name in ["canada.json", "citm_catalog.json", "twitter.json"] {
    let data = try Data(contentsOf: URL(filePath: arguments[1]).appending(component: name))
    print(try TreeBenchmark(data).row(named: name))
}

print("\nMembers of a message".padded(26) + "ours ns".padded(12) + "simdjson".padded(12) + "ratio")
let peer = arguments.count > 2 ? SimdjsonMembers(path: arguments[2]) : nil
for benchmark in MemberBenchmark.all {
    print(benchmark.row(against: peer))
}
