import Foundation
import TestSupport
import Testing

@testable import TSUD

extension Changes {
    /// When keys listen to foreign changes, in a suite that reports them like key-value observing.
    @Suite struct ListeningTests {
        let suite = StandInBackend()
        let heard = Counter()
        let observation: KeyObservation

        init() {
            observation = KeyObservation(of: "size", in: suite)
        }

        private func put(_ number: Int?) { suite.put(number, forKey: "size") }

        /// A write of a key, which may find the object there.
        private func write(_ number: Int? = nil) {
            observation.beginWrite()
            if let number { put(number) }
            observation.endWrite()
        }

        /// Runs a closure when an object is read the next time, before it is.
        private func beforeNextRead(_ body: @escaping () -> Void) {
            suite.beforeRead = {
                $0.beforeRead = { _ in }
                body()
            }
        }

        @Test func `Only the first tracked read begins to listen, and an untracked one does not`() {
            let path = observation.path
            for _ in 0..<10 { observation.access(path) }
            #expect(suite.starts.total == 0)
            for _ in 0..<3 { observation.track(heard) }
            #expect(suite.starts.total == 1)
            observation.add(KeyObservation.Reader())
            #expect(suite.starts.total == 1)
        }

        @Test func `A subscription begins to listen, and its reader is kept until it ends`() {
            weak var kept: KeyObservation.Reader?
            do {
                let subscription = Subscription([observation])
                kept = subscription.reader
                #expect(suite.starts.total == 1)
            }
            #expect(kept == nil)
        }

        @Test func `The observers of a key live as long as a tracked read, and no longer`() {
            weak var kept: KeyObservation?
            do {
                let observation = KeyObservation(of: "size", in: suite)
                kept = observation
                observation.track(heard)
            }
            #expect(kept != nil)
            #expect(suite.stops.total == 0)
            suite.setForeign(14, forKey: "size")
            #expect(heard.total == 1)
            #expect(kept == nil)
            #expect(suite.stops.total == 1)
        }

        @Test func `A foreign change is announced once, and one to the same object is not`() {
            suite.setForeign(14, forKey: "size")
            observation.track(heard)
            suite.setForeign(14, forKey: "size")
            #expect(heard.total == 0)
            suite.setForeign(14.0, forKey: "size")
            #expect(heard.total == 1)
        }

        @Test func `A notification of a key's own write is ignored, even if it comes twice`() {
            observation.track(heard)
            observation.beginWrite()
            suite.setForeign(15, forKey: "size")
            suite.notify("size")
            #expect(heard.total == 0)
            observation.endWrite()
            observation.announce()
            #expect(heard.total == 1)
        }

        @Test func `A change while the listener is being added is announced`() {
            suite.whileAdding = { $0.put(16, forKey: "size") }
            observation.add(KeyObservation.Reader())
            #expect(observation.detectChange() == false, "it was announced already")
            #expect(suite.news.total == 1)
        }

        // MARK: Checks for foreign changes

        @Test(arguments: [false, true])
        func `A check during a write does not hide a later change back`(_ isStored: Bool) {
            observation.listen()
            suite.setForeign(14, forKey: "size")
            suite.afterRead = { suite in
                // A key begins to write between the read and the comparison, and may have finished.
                suite.afterRead = { _ in }
                if isStored { write(15) } else { observation.beginWrite() }
            }
            put(nil)
            _ = observation.detectChange()
            if !isStored {
                put(15)
                observation.endWrite()
            }
            put(nil)
            #expect(observation.detectChange())
        }

        @Test func `A check that meets a key's write is no second announcement`() {
            observation.listen()
            beforeNextRead { write(15) }
            #expect(!observation.detectChange(), "it finds the object that the key has written")
            observation.beginWrite()
            #expect(!observation.detectChange(), "it finds the object from before the write")
            put(16)
            observation.endWrite()
            put(15)
            #expect(observation.detectChange(), "the change back is a foreign one")
            beforeNextRead {
                write()
                put(18)
            }
            #expect(observation.detectChange(), "it finds the object after the write")
            put(17)
            #expect(observation.detectChange(), "the change back to the written object is a foreign one")
        }

        @Test func `A check at the end of a key's write finds nothing`() {
            observation.listen()
            observation.beginWrite()
            put(15)
            // On another thread, while the write looks at what it has stored.
            beforeNextRead { #expect(!observation.detectChange()) }
            observation.endWrite()
            #expect(!observation.detectChange())
        }

        @Test func `Undoing a change that was read but never announced is a change`() {
            observation.listen()
            put(14)
            // As a reader or a tracked read does.
            observation.listen()
            put(nil)
            #expect(observation.detectChange())
            #expect(!observation.detectChange())
        }
    }
}
