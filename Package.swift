// swift-tools-version: 6.2

import PackageDescription

// The privacy manifests are for Apple systems, whose programs are built on Apple systems. As a resource on Linux one
// would add to every program an accessor with the path of the build folder, and a directory next to it.
let privacyManifest = "PrivacyInfo.xcprivacy"
#if canImport(Darwin)
let (resources, excluded): ([Resource], [String]) = ([.copy(privacyManifest)], [])
#else
let (resources, excluded): ([Resource], [String]) = ([], [privacyManifest])
#endif

let package = Package(
    name: "TSUD",
    platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
    products: [
        .library(name: "TSUD", targets: ["TSUD"]),
        .library(name: "TSUDSync", targets: ["TSUDSync"]),
        .library(name: "TSUDTesting", targets: ["TSUDTesting"]),
        .library(name: "TSUDCommands", targets: ["TSUDCommands"]),
    ],
    traits: [
        .default(enabledTraits: ["SwiftUI"]),
        // Without it a program links neither SwiftUI nor AppKit: `.package(url: …, traits: [])`.
        .trait(name: "SwiftUI", description: "Bindings to settings, for controls of SwiftUI"),
    ],
    targets: [
        .target(
            name: "TSUD",
            dependencies: [.target(name: "CPreferences", condition: .when(platforms: [.linux]))],
            exclude: excluded,
            resources: resources
        ),
        .systemLibrary(name: "CPreferences"),
        // Settings that devices or machines share; the only target that uses a network.
        .target(name: "TSUDSync", dependencies: ["TSUD"], exclude: excluded, resources: resources),
        // A trait for tests, of Swift Testing; no app may link it.
        .target(name: "TSUDTesting", dependencies: ["TSUD", "TSUDTestProcess"]),
        // In C, which alone has functions that run before `main`.
        .target(name: "TSUDTestProcess"),
        // The commands of `git config`, for any program.
        .target(name: "TSUDCommands", dependencies: ["TSUD"], exclude: excluded, resources: resources),
        .executableTarget(name: "settings", dependencies: ["TSUD", "TSUDCommands", "TSUDSync"]),
        // A program with a subcommand for its settings, for the tests of commands.
        .executableTarget(name: "service", dependencies: ["TSUD", "TSUDCommands"], path: "Tests/Service"),
        // A program that the tests run, kill and compete with.
        .executableTarget(name: "saving-helper", dependencies: ["TSUD"], path: "Tests/SavingHelper"),
        // A program that the tests run fifty times against one store.
        .executableTarget(name: "sync-helper", dependencies: ["TSUD", "TSUDSync"], path: "Tests/SyncHelper"),
        // Helpers for the tests of several targets.
        .target(name: "TestSupport", path: "Tests/TestSupport"),
        .testTarget(
            name: "TSUDTests",
            dependencies: ["TSUD", "TSUDSync", "TSUDTesting", "TestSupport", "saving-helper"],
            // Foundation then calls the tests' own; see UserEntry.swift.
            linkerSettings: [
                .unsafeFlags(["-Xlinker", "--export-dynamic-symbol=getpwuid"], .when(platforms: [.linux]))
            ]
        ),
        .testTarget(
            name: "TSUDSyncTests",
            dependencies: ["TSUDSync", "TSUD", "TSUDTesting", "TestSupport", "settings", "sync-helper"]
        ),
        .testTarget(
            name: "TSUDCommandsTests",
            dependencies: ["TSUDCommands", "TSUD", "TSUDTesting", "TestSupport", "settings", "service"]
        ),
        // On the main actor by default, like most apps.
        .testTarget(
            name: "MainActorTests",
            dependencies: ["TSUD", "TSUDTesting"],
            swiftSettings: [.defaultIsolation(MainActor.self)]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// A simulated device has no processes to start: neither the programs nor the tests that run them.
if Context.environment["TSUD_SIMULATOR"] == "1" {
    let programs = [
        "settings", "service", "saving-helper", "sync-helper", "TSUDTests", "TSUDSyncTests", "TSUDCommandsTests",
    ]
    package.targets.removeAll { programs.contains($0.name) }
}

for target in package.targets where target.type != .system {
    var settings = target.swiftSettings ?? []
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0335-existential-any.md
    settings.append(.enableUpcomingFeature("ExistentialAny"))
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0444-member-import-visibility.md
    settings.append(.enableUpcomingFeature("MemberImportVisibility"))
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0409-access-level-on-imports.md
    settings.append(.enableUpcomingFeature("InternalImportsByDefault"))
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0461-async-function-isolation.md
    settings.append(.enableUpcomingFeature("NonisolatedNonsendingByDefault"))
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0470-isolated-conformances.md
    settings.append(.enableUpcomingFeature("InferIsolatedConformances"))
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0481-weak-let.md
    settings.append(.enableUpcomingFeature("ImmutableWeakCaptures"))
    // For users of the package, a warning of a newer compiler is no error.
    if Context.environment["TSUD_STRICT"] == "1" { settings.append(.treatAllWarnings(as: .error)) }
    target.swiftSettings = settings
}
