// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "Tuner",
    targets: [
        .target(name: "JSONCore", swiftSettings: strict),
        .target(name: "CSystem"),
        .target(name: "SystemCore", dependencies: ["CSystem"], swiftSettings: strict),
        .target(name: "RPCCore", dependencies: ["JSONCore", "SystemCore"], swiftSettings: strict),
        .target(
            name: "RPCTestSupport",
            dependencies: ["RPCCore", "JSONCore", "SystemCore"],
            path: "Tests/RPCTestSupport",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "test-server",
            dependencies: ["RPCTestSupport", "RPCCore", "JSONCore", "SystemCore"],
            path: "Tests/TestServer",
            swiftSettings: strict
        ),
        .testTarget(
            name: "RPCCoreTests",
            dependencies: ["RPCCore", "JSONCore", "SystemCore", "RPCTestSupport", "TestSupport", "test-server"],
            swiftSettings: strict
        ),
        .testTarget(name: "JSONCoreTests", dependencies: ["JSONCore", "TestSupport"], swiftSettings: strict),
        .target(
            name: "TestSupport",
            dependencies: ["SystemCore"],
            path: "Tests/TestSupport",
            swiftSettings: strict
        ),
        .testTarget(
            name: "SystemCoreTests",
            dependencies: ["SystemCore", "TestSupport"],
            swiftSettings: strict
        ),
    ],
    swiftLanguageModes: [.v6]
)
