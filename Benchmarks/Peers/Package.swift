// swift-tools-version: 6.2

import PackageDescription

let tsud = Target.Dependency.product(name: "TSUD", package: "TSUD")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let configuration = Target.Dependency.product(name: "Configuration", package: "swift-configuration")

// This is a separate package, so that the other benchmarks don't build the libraries that it compares TSUD with.
let package = Package(
    name: "Peers",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "TSUD", path: "../.."),
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
    ],
    targets: [
        // The plugin recognizes an executable by the name of the folder that contains its own.
        .executableTarget(
            name: "Stores",
            dependencies: [tsud, grdb, configuration, .product(name: "Benchmark", package: "benchmark")],
            path: "Benchmarks/Stores",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
        // Programs that the benchmarks start. Each reads one number.
        .executableTarget(name: "start-nothing"),
        .executableTarget(name: "start-tsud", dependencies: [tsud]),
        .executableTarget(name: "start-user-defaults"),
        .executableTarget(name: "start-json"),
        .executableTarget(name: "start-grdb", dependencies: [grdb]),
        .executableTarget(name: "start-configuration", dependencies: [configuration]),
        // The table and the picture of the results.
        .executableTarget(name: "peers"),
    ],
    swiftLanguageModes: [.v6]
)
