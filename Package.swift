// swift-tools-version: 6.2
import PackageDescription

// Nobody has built this on macOS yet. There, a C type can be safe that is unsafe on Linux, and a warning must not end a build.
let strict: [SwiftSetting] = [
    .strictMemorySafety(),
    .treatAllWarnings(as: .error, .when(platforms: [.linux])),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// A release build trusts what the tests, which check it on every access, have shown: that no two accesses overlap. The
// check costs a quarter of a request's instructions. It must not be left out in a debug build.
let trusted = strict + [.unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))]

let strictC: [CSetting] = [
    .define("_GNU_SOURCE"), .unsafeFlags(["-std=c99", "-Wall", "-Wextra", "-Werror", "-pthread"]),
]

let package = Package(
    name: "Tuner",
    // `InlineArray` is part of the system there. Linux has no such limit.
    platforms: [.macOS(.v26)],
    products: [
        .library(name: "TunerClient", targets: ["TunerClient"]),
        .library(name: "TunerTesting", targets: ["TunerTesting"]),
        // The library for C and other languages: `clients/c/link` makes the installed ones of this archive.
        .library(name: "tuner", type: .static, targets: ["TunerC"]),
    ],
    targets: [
        .target(name: "JSONCore", swiftSettings: strict),
        .target(name: "CSystem"),
        .target(name: "SystemCore", dependencies: ["CSystem"], swiftSettings: trusted),
        .target(name: "LoopCore", dependencies: ["JSONCore", "SystemCore"], swiftSettings: trusted),
        .testTarget(
            name: "LoopCoreTests",
            dependencies: ["LoopCore", "SystemCore", "TestSupport"],
            swiftSettings: strict
        ),
        .target(name: "RPCCore", dependencies: ["LoopCore", "JSONCore", "SystemCore"], swiftSettings: trusted),
        // The TCP of the gateway: tunerd must not link it.
        .target(name: "CNetwork"),
        .target(name: "NetworkCore", dependencies: ["CNetwork", "SystemCore"], swiftSettings: strict),
        .testTarget(
            name: "NetworkCoreTests",
            dependencies: ["NetworkCore", "SystemCore", "TestSupport"],
            swiftSettings: strict
        ),
        .target(name: "HTTPCore", dependencies: ["JSONCore"], swiftSettings: trusted),
        .testTarget(
            name: "HTTPCoreTests",
            dependencies: ["HTTPCore", "JSONCore", "TestSupport"],
            swiftSettings: strict
        ),
        // The HTTP client of tunersync. It loads libcurl when it runs: the program starts without libcurl, too.
        .target(name: "CTransfer"),
        .target(
            name: "TransferCore",
            dependencies: ["CTransfer", "LoopCore", "JSONCore", "SystemCore"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "TransferCoreTests",
            dependencies: ["TransferCore", "LoopCore", "NetworkCore", "JSONCore", "SystemCore", "TestSupport"],
            swiftSettings: strict
        ),
        .target(name: "LayerPayloads", dependencies: ["JSONCore"], swiftSettings: strict),
        .testTarget(name: "LayerPayloadsTests", dependencies: ["LayerPayloads", "JSONCore"], swiftSettings: strict),
        .target(
            name: "SyncEngine",
            dependencies: ["LayerPayloads", "FlagEngine", "JSONCore", "SystemCore"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "SyncEngineTests",
            dependencies: ["SyncEngine", "LayerPayloads", "JSONCore", "SystemCore", "TestSupport"],
            swiftSettings: strict
        ),
        .target(
            name: "SyncService",
            dependencies: [
                "SyncEngine", "LayerPayloads", "TransferCore", "HTTPCore", "NetworkCore", "ClientCore", "ConsoleCore",
                "TunerAPI", "RPCCore", "LoopCore", "ServiceCore", "OptionCore", "JSONCore", "SystemCore",
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "tunersync",
            dependencies: ["SyncService", "SyncEngine", "TransferCore", "TunerAPI", "ServiceCore", "SystemCore"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "TunersyncTests",
            dependencies: [
                "SyncService", "SyncEngine", "TransferCore", "HTTPCore", "NetworkCore", "TunerAPI", "RPCCore",
                "LoopCore",
                "JSONCore",
                "SystemCore", "SyncTestSupport", "BlockingTests", "TestSupport", "tunerctl", "tunerd", "tunersync",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "SyncTestSupport",
            dependencies: ["NetworkCore", "SystemCore", "TestSupport"],
            path: "Tests/SyncTestSupport",
            swiftSettings: strict
        ),
        .target(name: "ServiceCore", dependencies: ["LoopCore", "JSONCore", "SystemCore"], swiftSettings: strict),
        .testTarget(
            name: "ServiceCoreTests",
            dependencies: ["ServiceCore", "SystemCore", "TestSupport"],
            swiftSettings: strict
        ),
        .target(name: "OptionCore", dependencies: ["JSONCore", "SystemCore"], swiftSettings: strict),
        .testTarget(name: "OptionCoreTests", dependencies: ["OptionCore", "SystemCore"], swiftSettings: strict),
        .target(
            name: "FlagEngine",
            dependencies: ["JSONCore"],
            swiftSettings: trusted,
            linkerSettings: [.linkedLibrary("m")]
        ),
        .testTarget(
            name: "FlagEngineTests",
            dependencies: ["FlagEngine", "JSONCore", "TestSupport"],
            swiftSettings: strict
        ),
        .target(
            name: "StewEngine",
            dependencies: ["JSONCore"],
            swiftSettings: trusted,
            linkerSettings: [.linkedLibrary("m")]
        ),
        .testTarget(
            name: "StewEngineTests",
            dependencies: ["StewEngine", "JSONCore", "TestSupport"],
            swiftSettings: strict
        ),
        .target(name: "SearchEngine", swiftSettings: strict, linkerSettings: [.linkedLibrary("m")]),
        .testTarget(
            name: "SearchEngineTests",
            dependencies: ["SearchEngine", "SystemCore", "BlockingTests", "TestSupport"],
            swiftSettings: strict
        ),
        .target(name: "CPreload"),
        .target(
            name: "StateCore",
            dependencies: ["TunableEngine", "FlagEngine", "StewEngine", "JSONCore", "CPreload"],
            swiftSettings: trusted
        ),
        .testTarget(
            name: "StateCoreTests",
            dependencies: ["StateCore", "TunableEngine", "FlagEngine", "StewEngine", "JSONCore", "TestSupport"],
            swiftSettings: strict
        ),
        .target(name: "TunerAPI", dependencies: ["JSONCore"], swiftSettings: strict),
        .testTarget(
            name: "TunerAPITests",
            dependencies: ["TunerAPI", "RPCCore", "JSONCore", "SystemCore", "TestSupport"],
            swiftSettings: strict
        ),
        .target(
            name: "ClientCore",
            dependencies: ["TunerAPI", "RPCCore", "LoopCore", "JSONCore", "SystemCore"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ClientCoreTests",
            dependencies: ["ClientCore", "TunerAPI", "RPCCore", "LoopCore", "JSONCore", "SystemCore", "TestSupport"],
            swiftSettings: strict
        ),
        .target(
            name: "TunerStore",
            dependencies: ["StateCore", "TunableEngine", "FlagEngine", "StewEngine", "SystemCore", "JSONCore"],
            swiftSettings: trusted
        ),
        .testTarget(
            name: "TunerStoreTests",
            dependencies: [
                "TunerStore", "StateCore", "TunableEngine", "FlagEngine", "StewEngine", "JSONCore", "SystemCore",
                "TestSupport",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "TunableEngine",
            dependencies: ["JSONCore"],
            swiftSettings: trusted,
            // The standard library rounds doubles by its functions.
            linkerSettings: [.linkedLibrary("m")]
        ),
        .testTarget(
            name: "TunableEngineTests",
            dependencies: ["TunableEngine", "JSONCore", "TestSupport"],
            swiftSettings: strict
        ),
        .target(name: "SourceEngine", dependencies: ["TunableEngine", "JSONCore"], swiftSettings: strict),
        .target(name: "SourceFiles", dependencies: ["SourceEngine", "SystemCore"], swiftSettings: strict),
        .testTarget(
            name: "SourceFilesTests",
            dependencies: ["SourceFiles", "SourceEngine", "SystemCore", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "SourceEngineTests",
            dependencies: ["SourceEngine", "TunableEngine", "JSONCore", "TestSupport"],
            swiftSettings: strict
        ),
        .target(
            name: "TunerDaemon",
            dependencies: [
                "TunerStore", "StateCore", "TunableEngine", "FlagEngine", "StewEngine", "TunerAPI", "RPCCore",
                "LoopCore", "ServiceCore", "OptionCore", "JSONCore", "SystemCore",
            ],
            swiftSettings: trusted
        ),
        .target(
            name: "TunerClient",
            dependencies: [
                "ClientCore", "TunerAPI", "TunableEngine", "FlagEngine", "RPCCore", "OptionCore", "JSONCore",
                "SystemCore",
            ],
            swiftSettings: trusted
        ),
        .target(name: "TunerTesting", dependencies: ["TunerClient", "SystemCore"], swiftSettings: strict),
        // The header of the library for C, and the library, which implements it.
        .target(name: "CTuner", path: "clients/c/CTuner"),
        .target(
            name: "TunerC",
            dependencies: ["CTuner", "TunerClient", "TunerAPI", "TunableEngine", "JSONCore", "SystemCore"],
            path: "clients/c/Sources",
            swiftSettings: trusted
        ),
        .testTarget(
            name: "TunerClientTests",
            dependencies: [
                "TunerClient", "TunerTesting", "ClientCore", "TunerAPI", "RPCCore", "LoopCore", "JSONCore",
                "SystemCore", "BlockingTests", "TestSupport", "tunerd", "playground-example",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ClientTests",
            dependencies: [
                "JSONCore", "SystemCore", "BlockingTests", "TestSupport", "tunerctl", "tunerd", "tunerweb",
                "vector-driver", "c-vector-driver", "c-checks",
            ],
            swiftSettings: strict
        ),
        // `.ci/run races` builds it for ThreadSanitizer.
        .executableTarget(
            name: "thread-use",
            dependencies: ["TunerClient"],
            path: "Tests/ThreadUse",
            swiftSettings: strict
        ),
        // The driver of the vectors in `clients/vectors`, for ClientTests.
        .executableTarget(
            name: "vector-driver",
            dependencies: ["TunerClient", "JSONCore", "SystemCore"],
            path: "Tests/VectorDriver",
            swiftSettings: strict
        ),
        // Programs in C that use the library, for ClientTests.
        .executableTarget(
            name: "c-vector-driver",
            dependencies: ["TunerC", "CTuner"],
            path: "clients/c/tests/driver",
            cSettings: strictC
        ),
        .executableTarget(
            name: "c-checks",
            dependencies: ["TunerC", "CTuner"],
            path: "clients/c/tests/checks",
            cSettings: strictC
        ),
        // The same sources are a separate package, as a stranger's would be.
        .executableTarget(
            name: "playground-example",
            dependencies: ["TunerClient"],
            path: "Examples/playground/Sources/playground"
        ),
        // It runs the programs that are built beside it.
        .executableTarget(
            name: "tuner-demo",
            dependencies: [
                "GatewayFiles", "ServiceCore", "OptionCore", "JSONCore", "SystemCore", "tunerctl", "tunerd", "tunerweb",
                "playground-example",
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "tunerd",
            dependencies: ["TunerDaemon", "TunerAPI", "ServiceCore", "SystemCore"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "TunerDaemonTests",
            dependencies: [
                "TunerDaemon", "TunerAPI", "TunerStore", "StateCore", "FlagEngine", "StewEngine", "RPCCore", "LoopCore",
                "ServiceCore", "OptionCore", "JSONCore", "SystemCore", "BlockingTests", "TestSupport", "tunerd",
                "test-daemon", "test-resources",
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "test-daemon",
            dependencies: ["TunerDaemon", "TunerAPI", "ServiceCore", "SystemCore"],
            path: "Tests/TestDaemon",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "test-resources",
            dependencies: ["TunerDaemon", "TunerAPI", "RPCCore", "LoopCore", "ServiceCore", "SystemCore"],
            path: "Tests/TestResources",
            swiftSettings: strict
        ),
        .target(
            name: "ConsoleCore",
            dependencies: ["TunerAPI", "TunableEngine", "RPCCore", "OptionCore", "JSONCore", "SystemCore"],
            swiftSettings: strict
        ),
        .target(
            name: "EditorServer",
            dependencies: [
                "SourceEngine", "SourceFiles", "ConsoleCore", "ClientCore", "TunerAPI", "TunableEngine", "RPCCore",
                "LoopCore", "JSONCore", "SystemCore",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "EditorServerTests",
            dependencies: [
                "EditorServer", "SourceEngine", "ClientCore", "TunerAPI", "RPCCore", "JSONCore", "SystemCore",
                "TestSupport",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "AgentServer",
            dependencies: [
                "ConsoleCore", "ClientCore", "TunerAPI", "TunableEngine", "RPCCore", "LoopCore", "JSONCore",
                "SystemCore",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "AgentServerTests",
            dependencies: ["AgentServer", "TunableEngine", "RPCCore", "JSONCore", "SystemCore"],
            swiftSettings: strict
        ),
        .target(
            name: "TunerCommands",
            dependencies: [
                "AgentServer", "EditorServer", "GatewayFiles", "ConsoleCore", "ClientCore", "LayerPayloads",
                "SearchEngine", "SourceEngine", "SourceFiles", "TunerAPI", "TunableEngine", "FlagEngine", "RPCCore",
                "LoopCore", "OptionCore", "JSONCore", "SystemCore",
            ],
            swiftSettings: strict
        ),
        // It is tunerweb too, by another name.
        .executableTarget(
            name: "tunerctl",
            dependencies: ["TunerCommands", "WebGateway", "SystemCore"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "TunerctlTests",
            dependencies: [
                "TunerCommands", "GatewayFiles", "ConsoleCore", "NetworkCore", "SearchEngine", "TunerAPI", "RPCCore",
                "LoopCore", "OptionCore", "JSONCore", "SystemCore", "BlockingTests", "TestSupport", "test-server",
                "tuner-demo", "tunerctl", "tunerd", "tunersync", "tunerweb", "playground-example",
            ],
            exclude: ["Agents/agent.py", "LanguageServer/pair.py", "LanguageServer/session.py"],
            swiftSettings: strict
        ),
        .target(name: "GatewayFiles", dependencies: ["TunerAPI", "JSONCore", "SystemCore"], swiftSettings: strict),
        .testTarget(
            name: "GatewayFilesTests",
            dependencies: ["GatewayFiles", "SystemCore", "TestSupport"],
            swiftSettings: strict
        ),
        // The files of the page, which the program of the gateway contains.
        .target(name: "CPage", exclude: ["files"]),
        .target(
            name: "WebGateway",
            dependencies: [
                "CPage", "GatewayFiles", "NetworkCore", "HTTPCore", "ConsoleCore", "ClientCore", "TunerAPI",
                "TunableEngine",
                "RPCCore", "LoopCore", "ServiceCore", "OptionCore", "JSONCore", "SystemCore",
            ],
            swiftSettings: trusted
        ),
        .executableTarget(
            name: "tunerweb",
            dependencies: ["WebGateway"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "WebGatewayTests",
            dependencies: [
                "WebGateway", "NetworkCore", "HTTPCore", "ClientCore", "TunerAPI", "RPCCore", "LoopCore", "OptionCore",
                "JSONCore", "SystemCore", "WebTestSupport", "TestSupport",
            ],
            swiftSettings: strict
        ),
        // Separate from WebGatewayTests, which the sanitizers run without building the daemon.
        .testTarget(
            name: "TunerwebTests",
            dependencies: [
                "WebGateway", "GatewayFiles", "NetworkCore", "HTTPCore", "ConsoleCore", "ClientCore", "TunerAPI",
                "RPCCore", "LoopCore", "OptionCore", "JSONCore", "SystemCore", "WebTestSupport", "SyncTestSupport",
                "BlockingTests", "TestSupport", "tunerctl", "tunerd", "tunersync", "tunerweb",
            ],
            exclude: ["Page/accessibility.js"],
            swiftSettings: strict
        ),
        .target(
            name: "WebTestSupport",
            dependencies: [
                "WebGateway", "NetworkCore", "HTTPCore", "TunerAPI", "RPCCore", "LoopCore", "JSONCore", "SystemCore",
                "TestSupport",
            ],
            path: "Tests/WebTestSupport",
            swiftSettings: strict
        ),
        .target(
            name: "RPCTestSupport",
            dependencies: ["RPCCore", "LoopCore", "JSONCore", "SystemCore"],
            path: "Tests/RPCTestSupport",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "test-server",
            dependencies: ["RPCTestSupport", "RPCCore", "LoopCore", "JSONCore", "SystemCore"],
            path: "Tests/TestServer",
            swiftSettings: strict
        ),
        .testTarget(
            name: "RPCCoreTests",
            dependencies: [
                "RPCCore", "LoopCore", "JSONCore", "SystemCore", "RPCTestSupport", "TestSupport", "test-server",
            ],
            swiftSettings: strict
        ),
        .testTarget(name: "JSONCoreTests", dependencies: ["JSONCore", "TestSupport"], swiftSettings: strict),
        .target(
            name: "TestSupport",
            dependencies: ["LoopCore", "SystemCore"],
            path: "Tests/TestSupport",
            swiftSettings: strict
        ),
        .target(
            name: "BlockingTests",
            dependencies: ["SystemCore"],
            path: "Tests/BlockingTests",
            swiftSettings: strict
        ),
        .testTarget(
            name: "SystemCoreTests",
            dependencies: ["SystemCore", "TestSupport"],
            swiftSettings: strict
        ),
        .target(name: "CBenchmark", path: "Benchmarks/CBenchmark"),
        .target(
            name: "LoadGenerator",
            dependencies: ["CBenchmark", "JSONCore", "SystemCore"],
            path: "Benchmarks/LoadGenerator",
            swiftSettings: strict
        ),
        .testTarget(
            name: "LoadGeneratorTests",
            dependencies: ["JSONCore", "LoadGenerator", "SystemCore", "TestSupport"],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "rpc-benchmark",
            // The servers are no libraries to it: they are built because the benchmark starts them.
            dependencies: [
                "CBenchmark", "JSONCore", "LoadGenerator", "SystemCore", "TestSupport", "test-server", "tunerd",
            ],
            path: "Benchmarks/rpc",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "scale-load",
            dependencies: ["JSONCore", "LoadGenerator", "SystemCore"],
            path: "Benchmarks/scale/load",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "store-benchmark",
            dependencies: ["JSONCore", "SystemCore", "TestSupport", "TunerStore"],
            path: "Benchmarks/store",
            swiftSettings: strict
        ),
        .target(name: "CAllocations", path: "Benchmarks/CAllocations"),
        .executableTarget(
            name: "flags-benchmark",
            dependencies: ["CAllocations", "CBenchmark", "FlagEngine", "JSONCore"],
            path: "Benchmarks/flags",
            swiftSettings: strict,
            // A static link finds `malloc` in CAllocations and in the C library: the first one counts.
            linkerSettings: [.unsafeFlags(["-Xlinker", "-z", "-Xlinker", "muldefs"], .when(platforms: [.linux]))]
        ),
        .executableTarget(
            name: "client-benchmark",
            dependencies: ["CBenchmark", "TunerClient"],
            path: "Benchmarks/client",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "fleet-simulation",
            dependencies: ["JSONCore", "LayerPayloads", "SyncEngine"],
            path: "Benchmarks/fleet",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "search-benchmark",
            dependencies: ["CBenchmark", "SearchEngine"],
            path: "Benchmarks/search",
            exclude: ["optuna_samplers.py", "problems.py", "run"],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "state-benchmark",
            dependencies: ["CBenchmark", "CPreload", "JSONCore"],
            path: "Benchmarks/state",
            swiftSettings: trusted
        ),
    ],
    swiftLanguageModes: [.v6]
)

extension Package {
    /// Removes every target but the named ones and what they need.
    func keepOnly(_ names: [String]) {
        func needs(_ target: Target) -> [String] {
            target.dependencies.compactMap {
                switch $0 {
                case .byNameItem(let name, _), .targetItem(let name, _): name
                default: nil
                }
            }
        }
        var needed: Set<String> = []
        var next = names
        while let name = next.popLast() {
            guard needed.insert(name).inserted, let target = targets.first(where: { $0.name == name }) else {
                continue
            }
            next += needs(target)
        }
        targets.removeAll { !needed.contains($0.name) }
        products.removeAll { $0.name != "tuner" || !needed.contains("TunerC") }
    }
}

// Only the Makefile sets this, for the programs that it installs.
if Context.environment["TUNER_STATIC"] != nil {
    let directory = Context.packageDirectory
    // Two checkouts give equal programs: no program contains the path of its checkout, or a hash of it.
    let prefixMap = ["-file-prefix-map", "\(directory)=."]
    // Equal functions are linked once: Swift gives no meaning to the address of a function. No program catches exceptions
    // of C++, so none needs the tables that unwind the stack. Debuggers and profilers use the frame pointers.
    let small = ["--icf=all", "--no-eh-frame-hdr", "-T", "\(directory)/Packaging/smaller.ld"]
    // The linker makes this number from debug information too, which has hashes of the directory.
    let reproducible = ["--build-id=none"]
    for target in package.targets {
        target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(prefixMap)]
        target.cSettings = (target.cSettings ?? []) + [.unsafeFlags(["-ffile-prefix-map=\(directory)=."])]
        guard target.type == .executable else { continue }
        // The programs need no shared library. tunersync loads libcurl, which a static program cannot do.
        let kind = target.name == "tunersync" ? [] : ["-static-executable"]
        target.linkerSettings =
            (target.linkerSettings ?? []) + [.unsafeFlags(kind + (small + reproducible).flatMap { ["-Xlinker", $0] })]
    }
}

let programs = ["tunerd", "tunerctl", "tunerweb", "tunersync"]
let benchmarks =
    ["rpc", "store", "flags", "client", "search", "state"].map { "\($0)-benchmark" }
    + ["fleet-simulation", "scale-load"]

// Only `.ci/run` sets the first: under a sanitizer it builds the named targets and what they need, and nothing else. With
// the second, the build has what a user installs and the benchmarks; without it, no program that neither a user nor a test
// needs.
if let names = Context.environment["TUNER_TEST_TARGETS"] {
    package.keepOnly(names.split(separator: " ").map(String.init))
} else if Context.environment["TUNER_BENCHMARKS"] != nil {
    package.keepOnly(programs + ["TunerTesting", "TunerC"] + benchmarks)
} else {
    package.targets.removeAll { (benchmarks + ["thread-use"]).contains($0.name) }
}

// Only `Fuzzers/build` sets this: it builds the fuzzers and what they need, and nothing else, with libFuzzer's
// instrumentation.
if Context.environment["TUNER_FUZZERS"] != nil {
    func fuzzer(_ name: String, sharing tests: String..., using modules: [Target.Dependency] = []) -> Target {
        .executableTarget(
            name: name,
            dependencies: ["Fuzzing", "JSONCore"] + modules,
            path: ".",
            sources: ["Fuzzers/\(name)"] + tests.map { "Tests/\($0)" },
            swiftSettings: strict
        )
    }
    let fuzzers = [
        fuzzer("JSONAgreement", sharing: "JSONCoreTests/Agreement"),
        fuzzer("JSONRoundTrip"),
        fuzzer("RPCFraming", sharing: "RPCCoreTests/Framed", using: ["RPCCore"]),
        fuzzer(
            "RPCResponses",
            sharing: "RPCCoreTests/Dispatching",
            using: ["RPCCore", "LoopCore", "RPCTestSupport", "SystemCore"]
        ),
        fuzzer(
            "EditorDocuments",
            sharing: "EditorServerTests/Agreement",
            using: ["EditorServer", "ClientCore", "TunerAPI", "RPCCore", "SystemCore"]
        ),
        fuzzer("HTTPRequests", sharing: "HTTPCoreTests/Exchange", using: ["HTTPCore"]),
        fuzzer("WebSocketFrames", sharing: "HTTPCoreTests/Frames", using: ["HTTPCore"]),
        fuzzer("AccessRules", using: ["HTTPCore", "NetworkCore", "WebGateway"]),
        fuzzer("FlagDocuments", using: ["FlagEngine"]),
        fuzzer("FlagRules", sharing: "FlagEngineTests/Agreement", using: ["FlagEngine"]),
        fuzzer("RegularExpressions", using: ["TunableEngine"]),
        fuzzer("TunableNumbers", using: ["TestSupport", "TunableAgreement", "TunableEngine"]),
        fuzzer("TunableSpecs", using: ["TunableAgreement", "TunableEngine"]),
        fuzzer(
            "StateViews",
            sharing: "StateCoreTests/Scripts",
            using: ["FlagEngine", "StateCore", "TestSupport", "TunableEngine"]
        ),
        fuzzer("SourceTexts", using: ["SourceEngine"]),
        fuzzer("StoreReading", using: ["SystemCore", "TestSupport", "TunerStore"]),
        fuzzer(
            "Subscriptions",
            using: ["RPCCore", "ServiceCore", "SystemCore", "TestSupport", "TunerAPI", "TunerDaemon", "TunerStore"]
        ),
    ]
    package.targets += fuzzers
    package.targets += [
        .target(name: "CFuzzer", path: "Fuzzers/CFuzzer"),
        .target(name: "Fuzzing", dependencies: ["CFuzzer"], path: "Fuzzers/Fuzzing", swiftSettings: strict),
        // A separate target: two fuzzers use it, and two targets may not share a source.
        .target(
            name: "TunableAgreement",
            dependencies: ["JSONCore", "TunableEngine"],
            path: "Tests/TunableEngineTests/Agreement",
            swiftSettings: strict
        ),
    ]
    // The test targets have to go too: they have sources that a fuzzer shares.
    package.keepOnly(fuzzers.map(\.name))
}

// Only `Benchmarks/json/run` sets this: a benchmark compares with Foundation, which nothing else here links.
if Context.environment["TUNER_JSON_BENCHMARK"] != nil {
    package.targets.append(
        .executableTarget(
            name: "json-benchmark",
            dependencies: ["JSONCore"],
            path: "Benchmarks/json",
            exclude: ["run", "simdjson-members.cpp"],
            swiftSettings: strict
        )
    )
}
