import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The reason why an endpoint has not responded, in words that can follow a colon.
struct NoAnswer: Error, Equatable {
    let reason: String
    /// Whether the endpoint can't receive the request later.
    var isUnsent = false

    static let timedOut = NoAnswer(reason: "timed out")
    static let noHost = NoAnswer(reason: "no such host", isUnsent: true)
    static let lost = NoAnswer(reason: "connection lost")
    static let noHTTP = NoAnswer(reason: "what answers there is no HTTP server")

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
        case .secureConnectionFailed?, .serverCertificateUntrusted?, .serverCertificateHasUnknownRoot?,
            .serverCertificateHasBadDate?, .serverCertificateNotYetValid?:
            reason = "its certificate is not trusted, or there is no secure connection"
        case let code?: reason = "the connection has failed with the error \(code.rawValue)"
        case nil: reason = "\(error)"
        }
    }
}
