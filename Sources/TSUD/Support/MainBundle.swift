package import Foundation

extension Bundle {
    /// The main bundle; `nil` in a process without `/proc` on Linux, in which `Bundle.main` traps.
    package static var mainIfAvailable: Bundle? {
        #if os(Linux)
        guard access("/proc/self/exe", F_OK) == 0 else { return nil }
        #endif
        return .main
    }
}
