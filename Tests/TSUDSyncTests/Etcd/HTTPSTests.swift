#if os(Linux)
import Foundation
import Glibc
import TestSupport
import Testing

/// Programs with an `https` address that TSUDSync must reject, in a mount namespace that trusts an authority.
@Suite(.mayBlock) struct HTTPSTests {
    private static let isPossible =
        geteuid() == 0
        && ["/usr/bin/openssl", "/usr/bin/python3", "/usr/bin/unshare"].allSatisfy {
            FileManager.default.isExecutableFile(atPath: $0)
        }

    struct Case: CustomTestStringConvertible {
        let testDescription: String
        /// The name in the certificate, how many days it is valid, and whether the system trusts its authority.
        var name = "IP:127.0.0.1"
        var days = 1
        var isTrusted = true
        let reason: String
    }

    @Test(
        .enabled(if: isPossible, "it needs root, openssl, and python3"),
        arguments: [
            Case(testDescription: "HTTP/1.1", reason: "responds in HTTP/1.1; https needs HTTP/2"),
            Case(
                testDescription: "an expired certificate",
                days: -1,
                reason: "its certificate has expired, or is not "
            ),
            Case(testDescription: "another host", name: "DNS:a.example", reason: "its certificate is for another host"),
            Case(testDescription: "another authority", isTrusted: false, reason: "from an authority that this system"),
        ]
    )
    func `A program reports why it rejects an https address, and goes on`(_ row: Case) async throws {
        let directory = try TemporaryDirectory()
        try Self.server.write(toFile: directory.path("server"), atomically: true, encoding: .utf8)
        let script = """
            cd '\(directory.path(""))'
            openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=Authority -keyout authority.key -out authority.pem
            openssl req -newkey rsa:2048 -nodes -subj /CN=etcd -keyout key -out request
            echo 'subjectAltName=\(row.name)' > names
            openssl x509 -req -days \(row.days) -in request -extfile names -out certificate \\
                -CA authority.pem -CAkey authority.key -CAcreateserial
            cat certificate key > both
            cat /etc/ssl/certs/ca-certificates.crt \(row.isTrusted ? "authority.pem" : "") > trusted
            mount --bind trusted /etc/ssl/certs/ca-certificates.crt
            python3 server both > port &
            until [ -s port ]; do sleep 0.1; done
            '\(try Program.path(of: "sync-helper"))' p/ "https://127.0.0.1:$(cat port)"
            """
        try script.write(toFile: directory.path("script"), atomically: true, encoding: .utf8)
        // The end of unshare ends the server, too.
        let words = ["-m", "-p", "--fork", "--mount-proc", "--kill-child", "bash", directory.path("script")]
        let program = try RunningProgram("/usr/bin/unshare", words, in: directory, withErrors: true)
        try await eventually("it reports a failure") { !program.lines(with: "failed ").isEmpty || !program.isRunning }
        // On a busy machine, the first attempts may time out, and only the status has the reason of the later ones.
        try await eventually("its status is '\(row.reason)'") {
            guard program.isRunning else { return true }
            program.tell("status")
            return program.lines.contains { $0.line.contains(row.reason) }
        }
        #expect(program.isRunning)
    }

    /// A server of HTTP/1.1, whose responses have trailers, except to a `GET`.
    private static let server = """
        import socket, ssl, sys, threading
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(sys.argv[1])
        listener = socket.socket()
        listener.bind(("127.0.0.1", 0))
        listener.listen(50)
        print(listener.getsockname()[1], flush=True)

        def serve(connection):
            try:
                secure = context.wrap_socket(connection, server_side=True)
                request = b""
                while b"\\r\\n\\r\\n" not in request:
                    part = secure.recv(65536)
                    if not part: return
                    request += part
                if request.startswith(b"GET"):
                    secure.sendall(b"HTTP/1.1 200 OK\\r\\nConnection: close\\r\\nContent-Length: 2\\r\\n\\r\\n{}")
                else:
                    secure.sendall(b"HTTP/1.1 400 Bad\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n0\\r\\nX: y\\r\\n\\r\\n")
                secure.close()
            except Exception: pass

        while True:
            connection, _ = listener.accept()
            threading.Thread(target=serve, args=(connection,), daemon=True).start()
        """
}
#endif
