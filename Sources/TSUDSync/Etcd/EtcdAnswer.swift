import Foundation

/// What etcd answers, as far as it matters here; it leaves out what is zero, false or empty.
struct EtcdAnswer: Decodable, Sendable {
    struct Header: Decodable, Sendable {
        var clusterId: String?
        var memberId: String?
        var revision: String?
    }

    struct Value: Decodable, Sendable {
        var key: Data
        var value: Data?
        var modRevision: String?
    }

    struct Range: Decodable, Sendable { var kvs: [Value]? }
    struct Response: Decodable, Sendable { var responseRange: Range? }
    struct Event: Decodable, Sendable { var kv: Value }

    var header: Header?
    /// Of a transaction.
    var succeeded: Bool?
    var responses: [Response]?
    /// Of a watch.
    var created: Bool?
    var canceled: Bool?
    var cancelReason: String?
    var compactRevision: String?
    var events: [Event]?
    /// Of a login.
    var token: String?

    var revision: Int? { header?.revision.flatMap { Int($0) } }
}

/// An error of etcd: as one answer, or as a line of a watch.
struct EtcdFailure: Decodable {
    struct Details: Decodable {
        var message: String?
        var grpcCode: Int?
    }

    let message: String
    /// A status code of gRPC.
    let code: Int

    private enum CodingKeys: CodingKey { case message, code, error }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let details = try? container.decode(Details.self, forKey: .error) {
            message = details.message ?? ""
            code = details.grpcCode ?? 0
        } else {
            message = try container.decode(String.self, forKey: .error)
            code = try container.decodeIfPresent(Int.self, forKey: .code) ?? 0
        }
    }
}

/// A line of a watch.
struct EtcdLine: Decodable { var result: EtcdAnswer? }

extension JSONDecoder {
    /// A decoder of what etcd answers.
    static var etcd: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
    }
}
