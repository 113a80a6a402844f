// swift-tools-version: 6.2

import PackageDescription

// Only Apple systems use privacy manifests. On Linux, a manifest as a resource would add an accessor with the path of
// the build folder to every program, and a directory next to it.
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
        .library(name: "TSUDText", targets: ["TSUDText"]),
        .library(name: "TSUDSync", targets: ["TSUDSync"]),
        .library(name: "TSUDTesting", targets: ["TSUDTesting"]),
        .library(name: "TSUDCommands", targets: ["TSUDCommands"]),
    ],
    traits: [
        .default(enabledTraits: ["SwiftUI"]),
        // Without this trait, a program links neither SwiftUI nor AppKit: `.package(url: …, traits: [])`.
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
        // Converts settings to strings and documents.
        .target(name: "TSUDText", dependencies: ["TSUD"], exclude: excluded, resources: resources),
        // Synchronizes settings among devices or machines. No other target uses a network.
        .target(name: "TSUDSync", dependencies: ["TSUD", "TSUDText"], exclude: excluded, resources: resources),
        // Gives tests their own settings. Only test targets can depend on it.
        .target(name: "TSUDTesting", dependencies: ["TSUD", "TSUDTestProcess"]),
        // Runs before `main`, which needs C.
        .target(name: "TSUDTestProcess"),
        // Gives a program commands like those of `git config`.
        .target(name: "TSUDCommands", dependencies: ["TSUD", "TSUDText"], exclude: excluded, resources: resources),
        .executableTarget(name: "editor", dependencies: ["TSUD", "TSUDText", "TSUDCommands", "TSUDSync"]),
        // Has a subcommand for its settings, for the tests of commands.
        .executableTarget(name: "service", dependencies: ["TSUD", "TSUDCommands"], path: "Tests/Service"),
        // Saves settings while tests run, stop, and kill it.
        .executableTarget(
            name: "saving-helper",
            dependencies: ["TSUD", "TSUDText", "TSUDCommands"],
            path: "Tests/SavingHelper"
        ),
        // Synchronizes settings, in fifty processes of one test.
        .executableTarget(
            name: "sync-helper",
            dependencies: ["TSUD", "TSUDText", "TSUDSync"],
            path: "Tests/SyncHelper"
        ),
        // Contains helpers for the tests of several targets.
        .target(name: "TestSupport", dependencies: ["TSUD"], path: "Tests/TestSupport"),
        .testTarget(
            name: "TSUDTests",
            dependencies: ["TSUD", "TSUDText", "TSUDSync", "TSUDTesting", "TestSupport", "saving-helper"],
            // Foundation then calls the function of the tests; see UserEntry.swift.
            linkerSettings: [
                .unsafeFlags(["-Xlinker", "--export-dynamic-symbol=getpwuid"], .when(platforms: [.linux]))
            ]
        ),
        .testTarget(name: "TSUDTextTests", dependencies: ["TSUDText", "TSUD", "TSUDTesting", "TestSupport"]),
        .testTarget(
            name: "TSUDSyncTests",
            dependencies: ["TSUDSync", "TSUDText", "TSUD", "TSUDTesting", "TestSupport", "editor", "sync-helper"]
        ),
        .testTarget(
            name: "TSUDCommandsTests",
            dependencies: ["TSUDCommands", "TSUDText", "TSUD", "TSUDTesting", "TestSupport", "editor", "service"]
        ),
        // Is isolated to the main actor by default, like most apps.
        .testTarget(
            name: "MainActorTests",
            dependencies: ["TSUD", "TSUDText", "TSUDTesting"],
            swiftSettings: [.defaultIsolation(MainActor.self)]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// Tests on a simulated device can't start processes, so remove the programs and the tests that run them.
if Context.environment["TSUD_SIMULATOR"] == "1" {
    let programs = [
        "editor", "service", "saving-helper", "sync-helper", "TSUDTests", "TSUDSyncTests", "TSUDCommandsTests",
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
    // A newer compiler's warning must not be an error for users of the package.
    if Context.environment["TSUD_STRICT"] == "1" { settings.append(.treatAllWarnings(as: .error)) }
    target.swiftSettings = settings
}
