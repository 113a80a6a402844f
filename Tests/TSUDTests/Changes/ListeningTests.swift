import Foundation
import Observation
import TestSupport
import Testing

@testable import TSUD

extension Changes {
    /// When keys listen to foreign changes, in a suite that reports them like key-value observing.
    @Suite struct ListeningTests {
        let suite = StandInBackend()

        @Test func `An untracked read installs no listener`() {
            let observation = KeyObservation(of: "size", in: suite)
            let path = observation.path
            for _ in 0..<10 { observation.access(path) }
            #expect(suite.starts.total == 0)
        }

        @Test func `Only the first tracked read begins to listen`() {
            let observation = KeyObservation(of: "size", in: suite)
            for _ in 0..<3 { track(observation) {} }
            #expect(suite.starts.total == 1)
            observation.add(KeyObservation.Reader())
            #expect(suite.starts.total == 1)
        }

        @Test func `A sequence of values begins to listen`() {
            let observation = KeyObservation(of: "size", in: suite)
            let reader = KeyObservation.Reader()
            observation.add(reader)
            #expect(suite.starts.total == 1)
            observation.remove(reader)
        }

        @Test func `A reader is kept until it is removed`() {
            let observation = KeyObservation(of: "size", in: suite)
            let other = KeyObservation.Reader()
            observation.add(other)
            weak var kept: KeyObservation.Reader?
            do {
                let reader = KeyObservation.Reader()
                kept = reader
                observation.add(reader)
            }
            #expect(kept != nil)
            kept.map { observation.remove($0) }
            #expect(kept == nil)
            observation.remove(other)
        }

        @Test func `KeyObservation live as long as a tracked read, and no longer`() {
            weak var kept: KeyObservation?
            let heard = Counter()
            do {
                let observation = KeyObservation(of: "size", in: suite)
                kept = observation
                track(observation, heard.increment)
            }
            #expect(kept != nil)
            #expect(suite.stops.total == 0)
            suite.setForeign(14, forKey: "size")
            #expect(heard.total == 1)
            #expect(kept == nil)
            #expect(suite.stops.total == 1)
        }

        @Test func `A foreign change is announced once, and one to the same object is not`() {
            let observation = KeyObservation(of: "size", in: suite)
            let heard = Counter()
            suite.setForeign(14, forKey: "size")
            track(observation, heard.increment)
            suite.setForeign(14, forKey: "size")
            #expect(heard.total == 0)
            suite.setForeign(14.0, forKey: "size")
            #expect(heard.total == 1)
        }

        @Test func `A notification of a key's own write is ignored, even if it comes twice`() {
            let observation = KeyObservation(of: "size", in: suite)
            let heard = Counter()
            track(observation, heard.increment)
            observation.beginWrite()
            suite.setForeign(15, forKey: "size")
            suite.notify("size")
            #expect(heard.total == 0)
            observation.endWrite()
            observation.announce()
            #expect(heard.total == 1)
        }

        @Test func `The removal of a written key by a plain call is announced`() {
            let observation = KeyObservation(of: "size", in: suite)
            let heard = Counter()
            observation.beginWrite()
            suite.setForeign(15, forKey: "size")
            observation.endWrite()
            track(observation, heard.increment)
            suite.setForeign(nil, forKey: "size")
            #expect(heard.total == 1)
        }

        @Test func `A change while the listener is being added is announced`() {
            let observation = KeyObservation(of: "size", in: suite)
            suite.whileAdding = { $0.put(16, forKey: "size") }
            let reader = KeyObservation.Reader()
            observation.add(reader)
            #expect(observation.detectChange() == false, "it was announced already")
            #expect(suite.news.total == 1)
        }

        @Test(arguments: [false, true])
        func `A check for foreign changes during a write does not hide a later change back`(_ isStored: Bool) {
            let observation = KeyObservation(of: "size", in: suite)
            observation.listen()
            suite.setForeign(14, forKey: "size")
            suite.afterRead = { suite in
                // A key begins to write between the read and the comparison, and may have finished.
                suite.afterRead = { _ in }
                observation.beginWrite()
                if !isStored { return }
                suite.put(15, forKey: "size")
                observation.endWrite()
            }
            suite.put(nil, forKey: "size")
            _ = observation.detectChange()
            if !isStored {
                suite.put(15, forKey: "size")
                observation.endWrite()
            }
            suite.put(nil, forKey: "size")
            #expect(observation.detectChange())
        }

        @Test func `A check for foreign changes that meets a key's write is no second announcement`() {
            let observation = KeyObservation(of: "size", in: suite)
            observation.listen()
            suite.beforeRead = { suite in
                suite.beforeRead = { _ in }
                observation.beginWrite()
                suite.put(15, forKey: "size")
                observation.endWrite()
            }
            #expect(!observation.detectChange(), "it finds the object that the key has written")
            observation.beginWrite()
            #expect(!observation.detectChange(), "it finds the object from before the write")
            suite.put(16, forKey: "size")
            observation.endWrite()
            suite.put(15, forKey: "size")
            #expect(observation.detectChange(), "the change back is a foreign one")
            suite.beforeRead = { suite in
                suite.beforeRead = { _ in }
                observation.beginWrite()
                observation.endWrite()
                suite.put(18, forKey: "size")
            }
            #expect(observation.detectChange(), "it finds the object after the write")
            suite.put(17, forKey: "size")
            #expect(observation.detectChange(), "the change back to the written object is a foreign one")
        }

        @Test func `A check for foreign changes at the end of a key's write finds nothing`() {
            let observation = KeyObservation(of: "size", in: suite)
            observation.listen()
            observation.beginWrite()
            suite.put(15, forKey: "size")
            suite.beforeRead = { suite in
                suite.beforeRead = { _ in }
                // Another thread, while the write looks at what it has stored.
                #expect(!observation.detectChange())
            }
            observation.endWrite()
            #expect(!observation.detectChange())
        }

        @Test func `Undoing a change that was read but never announced is a change`() {
            let observation = KeyObservation(of: "size", in: suite)
            observation.listen()
            suite.put(14, forKey: "size")
            // As a reader or a tracked read does.
            observation.listen()
            suite.put(nil, forKey: "size")
            #expect(observation.detectChange())
            #expect(!observation.detectChange())
        }

        private func track(_ observation: KeyObservation, _ onChange: @escaping @Sendable () -> Void) {
            let path = observation.path
            withObservationTracking {
                observation.access(path)
            } onChange: {
                onChange()
            }
        }
    }
}
