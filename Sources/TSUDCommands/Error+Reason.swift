import Foundation

extension Error {
    /// The reason why the system rejects a file, in its own words.
    var reason: String {
        if let error = self as? POSIXError { return String(cString: strerror(error.code.rawValue)) }
        let cause = (self as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
        guard let error = cause.map({ $0 as NSError }), error.domain == NSPOSIXErrorDomain else {
            return localizedDescription
        }
        return String(cString: strerror(Int32(error.code)))
    }
}
