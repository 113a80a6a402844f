import Foundation

final class SuiteSaver: @unchecked Sendable {
    let suite: UserDefaults
    let suiteName: String?
    init(_ s: UserDefaults) { suite = s; suiteName = Mirror(reflecting: s).children.first?.value as? String }
    static func of(_ suite: UserDefaults) -> SuiteSaver { SuiteSaver(suite) }
    func write(_ key: String, _ body: () -> Void) { body() }
    func flush() throws(TSUDError) { suite.synchronize() }
}
