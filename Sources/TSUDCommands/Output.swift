import Foundation

/// An unbuffered stream: each failed write throws an error, and the reader of a pipe gets the text immediately.
struct Output: Sendable {
    let handle: FileHandle

    func put(_ text: String) throws { try put(Data(text.utf8)) }

    func put(_ data: Data) throws {
        var rest = data[...]
        while !rest.isEmpty {
            let (count, error) = writeOnce(rest)
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if error == EAGAIN {
                var ready = pollfd(fd: handle.fileDescriptor, events: Int16(POLLOUT), revents: 0)
                poll(&ready, 1, -1)
            } else if error == EPIPE {
                throw ClosedPipe()
            } else if error != EINTR {
                throw CommandError.output("can't write to standard output: \(String(cString: strerror(error)))")
            }
        }
    }

    /// Writes as much as the stream accepts at once; a closed pipe sends no signal to the process.
    private func writeOnce(_ data: Data) -> (count: Int, error: Int32) {
        var (pipe, before, pending) = (sigset_t(), sigset_t(), sigset_t())
        sigemptyset(&pipe)
        sigaddset(&pipe, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &pipe, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let count = data.withUnsafeBytes { write(handle.fileDescriptor, $0.baseAddress, $0.count) }
        let error = errno
        // Remove the pending signal. Otherwise, it would end the process as soon as it is unblocked.
        if count < 0, error == EPIPE, sigpending(&pending) == 0, sigismember(&pending, SIGPIPE) == 1 {
            var signal: Int32 = 0
            sigwait(&pipe, &signal)
        }
        return (count, error)
    }

    var isTerminal: Bool { isatty(handle.fileDescriptor) == 1 }

    /// Writes a string that has values, without characters that control the terminal if there is one.
    func putSafely(_ text: String) throws { try put(isTerminal ? text.withoutControls : text) }

    /// Whether text may be bold, see no-color.org.
    var isStyled: Bool {
        let environment = ProcessInfo.processInfo.environment
        return isTerminal && environment["NO_COLOR"] ?? "" == "" && environment["TERM"] != "dumb"
    }

    /// The columns of the terminal; `nil` if there is no terminal, or if its width is unknown.
    var columns: Int? {
        var size = winsize()
        guard isTerminal, ioctl(handle.fileDescriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }
}

/// The error of a write to a pipe whose reader has closed it.
struct ClosedPipe: Error {}
