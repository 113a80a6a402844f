// swift-tools-version: 6.2

import PackageDescription

let tsud = Target.Dependency.product(name: "TSUD", package: "TSUD")

// This is a separate package, so that the library's package has no dependencies.
let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(name: "TSUD", path: ".."),
        // These benchmarks don't need its traits, which count allocations, retains, and releases.
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        // The benchmarks. The plugin recognizes an executable by the name of the directory that contains its own.
        .executableTarget(
            name: "Pairs",
            dependencies: [
                "RatioTable",
                tsud,
                .product(name: "TSUDText", package: "TSUD"),
                .product(name: "Benchmark", package: "benchmark"),
            ],
            path: "Pairs",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
        // Programs that the benchmarks launch.
        .executableTarget(name: "launch-scalar-by-hand"),
        .executableTarget(name: "launch-scalar", dependencies: [tsud]),
        .executableTarget(name: "launch-struct-by-hand"),
        .executableTarget(name: "launch-struct", dependencies: [tsud]),
        .executableTarget(name: "launch-write-by-hand"),
        .executableTarget(name: "launch-write", dependencies: [tsud]),
        .executableTarget(name: "update-loop", dependencies: [tsud]),
        .executableTarget(name: "launch-by-hand"),
        .executableTarget(name: "launch-10-keys", dependencies: [tsud]),
        .executableTarget(name: "launch-1000-keys", dependencies: [tsud], plugins: ["KeysPlugin"]),
        .executableTarget(name: "launch-config-by-hand"),
        .executableTarget(
            name: "launch-config",
            dependencies: [tsud, .product(name: "TSUDCommands", package: "TSUD")],
            plugins: ["KeysPlugin"]
        ),
        // Writes the keys of launch-1000-keys that it doesn't read, of which launch-config has 500.
        .plugin(name: "KeysPlugin", capability: .buildTool, dependencies: ["declare-keys"]),
        .executableTarget(name: "declare-keys"),
        // The example of the article about the command line. The library's package has no dependency on an argument
        // parser.
        .executableTarget(
            name: "subcommand",
            dependencies: [
                tsud,
                .product(name: "TSUDCommands", package: "TSUD"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        // The table of results.
        .executableTarget(name: "ratios", dependencies: ["RatioTable"]),
        .target(name: "RatioTable"),
        .testTarget(name: "RatioTableTests", dependencies: ["RatioTable"]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .plugin {
    var settings = target.swiftSettings ?? []
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0335-existential-any.md
    settings.append(.enableUpcomingFeature("ExistentialAny"))
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0444-member-import-visibility.md
    settings.append(.enableUpcomingFeature("MemberImportVisibility"))
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0409-access-level-on-imports.md
    settings.append(.enableUpcomingFeature("InternalImportsByDefault"))
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0461-async-function-isolation.md
    settings.append(.enableUpcomingFeature("NonisolatedNonsendingByDefault"))
    target.swiftSettings = settings
}
