#if os(Linux)
import Foundation

/// The function of Core Foundation by which `object(forKey:)` finds an object, before it makes a Swift value of it.
///
/// It is exported, but not declared. In a program that links Foundation statically it is not found.
enum PreferencesFunction {
    private typealias CopyAppValue = @convention(c) (AnyObject, AnyObject) -> Unmanaged<AnyObject>?

    private static let copyAppValue = dlsym(nil, "CFPreferencesCopyAppValue").map {
        unsafeBitCast($0, to: CopyAppValue.self)
    }
    nonisolated(unsafe) private static let standardSuite = dlsym(nil, SuiteMemory.standardDomain)?
        .load(as: AnyObject.self)

    /// The object that is stored in a suite or in one that was added to it; the suite is `nil` for the standard one.
    static func object(forKey key: String, inSuiteNamed suite: NSString?) -> AnyObject? {
        guard let copyAppValue, let suite = suite ?? standardSuite else { return nil }
        return copyAppValue(NSString(string: key), suite)?.takeRetainedValue()
    }
}
#endif
