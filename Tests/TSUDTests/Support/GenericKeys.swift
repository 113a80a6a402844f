import Foundation
import TSUD
import Testing

/// A type with a value that serves as a key's default.
protocol Defaulted: Codable { static var standIn: Self { get } }

/// A key for any type of value, so that a table of cases does not need a key type for each.
///
/// All have the same `stringKey`, because each test has its own suite.
enum key<Value: Defaulted>: Reporting {
    static var defaultValue: Value { .standIn }
    static var stringKey: String { "key" }
}

/// A key of optional values whose default is a value.
enum filledKey<Value: Defaulted>: Reporting {
    static var defaultValue: Value? { Value.standIn }
    static var stringKey: String { "key" }
}

/// A key of any name.
enum anyName: TSUD {
    @TaskLocal static var name = ""
    static let defaultValue = 1
    static var stringKey: String { name }
}

/// Collects the errors that the keys of the tests report.
///
/// An unexpected report fails the test that causes it.
final class Reports: @unchecked Sendable {
    @TaskLocal private static var current: Reports?
    private let lock = NSLock()
    private var errors: [TSUDError] = []

    /// The errors reported while a closure runs.
    static func during(_ body: () throws -> Void) rethrows -> [TSUDError] {
        let reports = Reports()
        try $current.withValue(reports) { try body() }
        return reports.lock.withLock { reports.errors }
    }

    static func take(_ error: TSUDError) {
        guard let current else {
            Issue.record(error, "Nobody expected this report")
            return
        }
        current.lock.withLock { current.errors.append(error) }
    }
}

/// A key whose errors a test expects.
protocol Reporting: TSUD {}

extension Reporting { static func report(_ error: TSUDError) { Reports.take(error) } }

/// A key whose errors a test expects, and does not look at.
protocol Unreported: TSUD {}

extension Unreported { static func report(_ error: TSUDError) {} }

extension Bool: Defaulted { static var standIn: Self { true } }
extension Int: Defaulted { static var standIn: Self { 77 } }
extension Int8: Defaulted { static var standIn: Self { 77 } }
extension Int16: Defaulted { static var standIn: Self { 77 } }
extension Int32: Defaulted { static var standIn: Self { 77 } }
extension Int64: Defaulted { static var standIn: Self { 77 } }
extension UInt: Defaulted { static var standIn: Self { 77 } }
extension UInt8: Defaulted { static var standIn: Self { 77 } }
extension UInt16: Defaulted { static var standIn: Self { 77 } }
extension UInt32: Defaulted { static var standIn: Self { 77 } }
extension UInt64: Defaulted { static var standIn: Self { 77 } }
extension Double: Defaulted { static var standIn: Self { 7.75 } }
extension Float: Defaulted { static var standIn: Self { 7.75 } }
extension CGFloat: Defaulted { static var standIn: Self { 7.75 } }
extension Decimal: Defaulted { static var standIn: Self { 77 } }
extension String: Defaulted { static var standIn: Self { "stand-in" } }
extension Date: Defaulted { static var standIn: Self { Date(timeIntervalSinceReferenceDate: 77) } }
extension Data: Defaulted { static var standIn: Self { Data([77]) } }
extension URL: Defaulted { static var standIn: Self { URL(fileURLWithPath: "/stand-in") } }
extension UUID: Defaulted { static var standIn: Self { UUID(uuid: (7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7)) } }
extension Array: Defaulted where Element: Codable { static var standIn: Self { [] } }
extension Dictionary: Defaulted where Key: Codable, Value: Codable { static var standIn: Self { [:] } }
extension Set: Defaulted where Element: Codable { static var standIn: Self { [] } }
extension Optional: Defaulted where Wrapped: Codable { static var standIn: Self { nil } }
