import Foundation
import Testing

extension Documentation {
    /// The declarations of the libraries about their use of user defaults.
    @Suite struct PrivacyManifestTests {
        /// A wrapper has C56D.1, since the app declares its own reasons.
        ///
        /// CA92.1 is the app's own settings, 1C8F.1 those of an app group.
        @Test(arguments: [
            ("TSUD", ["C56D.1"]), ("TSUDText", ["C56D.1"]), ("TSUDCommands", ["C56D.1"]),
            ("TSUDSync", ["CA92.1", "1C8F.1"]),
        ])
        func `A privacy manifest has the reasons of its library`(_ library: String, _ reasons: [String]) throws {
            let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
            let data = try Data(contentsOf: package.appending(path: "Sources/\(library)/PrivacyInfo.xcprivacy"))
            let manifest = try PropertyListSerialization.propertyList(from: data, format: nil) as? NSDictionary
            let expected: NSDictionary = [
                "NSPrivacyTracking": false,
                "NSPrivacyTrackingDomains": [] as [String],
                "NSPrivacyCollectedDataTypes": [] as [String],
                "NSPrivacyAccessedAPITypes": [
                    [
                        "NSPrivacyAccessedAPIType": "NSPrivacyAccessedAPICategoryUserDefaults",
                        "NSPrivacyAccessedAPITypeReasons": reasons,
                    ] as [String: Any]
                ],
            ]
            #expect(manifest == expected)
        }
    }
}
