import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The reason why an endpoint has not responded, in words that can follow a colon.
struct FailedRequest: Error, Equatable {
    let reason: String
    /// Whether the endpoint can't receive the request later.
    var isUnsent = false

    static let timedOut = FailedRequest(reason: "timed out")
    static let noHost = FailedRequest(reason: "no such host", isUnsent: true)
    static let lost = FailedRequest(reason: "connection lost")
    static let tooFast = FailedRequest(reason: "it sends faster than this program reads")
    static let noHTTP = FailedRequest(reason: "it does not respond in HTTP")

    init(reason: String, isUnsent: Bool = false) { (self.reason, self.isUnsent) = (reason, isUnsent) }

    /// Creates the reason from an error of `URLSession`, whose description on Linux is only a domain and a number.
    init(_ error: any Error) {
        let code = (error as? URLError)?.code
        let unsent: [URLError.Code] = [.cannotConnectToHost, .notConnectedToInternet, .secureConnectionFailed]
        isUnsent = code.map(unsent.contains) ?? false
        switch code {
        case .cannotConnectToHost?: reason = "connection refused"
        case .cannotFindHost?, .dnsLookupFailed?: self = .noHost
        case .timedOut?: self = .timedOut
        case .networkConnectionLost?: self = .lost
        case .notConnectedToInternet?: reason = "there is no network"
        case .appTransportSecurityRequiresSecureConnection?: reason = "App Transport Security forbids it"
        case .serverCertificateHasBadDate?, .serverCertificateNotYetValid?: reason = Self.dates
        case .serverCertificateHasUnknownRoot?: reason = Self.authority
        case .secureConnectionFailed?, .serverCertificateUntrusted?:
            reason = "its certificate is not trusted, or there is no secure connection"
        case let code?:
            reason = Self.reason(inWordsOf: error) ?? "the connection has failed with error \(code.rawValue)"
        case nil: reason = "\(error)"
        }
    }

    private static let dates = "its certificate has expired, or is not valid yet"
    private static let authority = "its certificate is from an authority that this system does not trust"
    private static let host = "its certificate is for another host"

    /// Returns a reason for words of curl, which Foundation on Linux passes on without a number.
    private static func reason(inWordsOf error: any Error) -> String? {
        let words = error.localizedDescription
        if !words.contains("SSL") { return nil }
        if words.contains("expired") || words.contains("not yet valid") { return dates }
        if words.contains("issuer") || words.contains("self-signed") || words.contains("self signed") {
            return authority
        }
        if words.contains("subject name") { return host }
        return "there is no secure connection: \(words)"
    }
}
