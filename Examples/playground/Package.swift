// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "playground",
    platforms: [.macOS(.v26)],
    dependencies: [.package(name: "Tuner", path: "../..")],
    targets: [
        .executableTarget(name: "playground", dependencies: [.product(name: "TunerClient", package: "Tuner")])
    ],
    swiftLanguageModes: [.v6]
)
