import Foundation
import Observation
import TestSupport
import Testing

@testable import TSUD

/// When keys listen to foreign changes, in a suite that reports them like key-value observing.
@Suite struct ListeningTests {
    let suite = StandInSuite()

    @Test func `An untracked read installs no listener`() {
        let observers = Observers(of: "size", in: suite)
        let path = observers.path
        for _ in 0..<10 { observers.access(path) }
        #expect(suite.starts.count == 0)
    }

    @Test func `Only the first tracked read begins to listen`() {
        let observers = Observers(of: "size", in: suite)
        for _ in 0..<3 { track(observers) {} }
        #expect(suite.starts.count == 1)
        observers.add(Observers.Reader())
        #expect(suite.starts.count == 1)
    }

    @Test func `A sequence of values begins to listen`() {
        let observers = Observers(of: "size", in: suite)
        let reader = Observers.Reader()
        observers.add(reader)
        #expect(suite.starts.count == 1)
        observers.remove(reader)
    }

    @Test func `A reader is kept until it is removed`() {
        let observers = Observers(of: "size", in: suite)
        let other = Observers.Reader()
        observers.add(other)
        weak var kept: Observers.Reader?
        do {
            let reader = Observers.Reader()
            kept = reader
            observers.add(reader)
        }
        #expect(kept != nil)
        kept.map { observers.remove($0) }
        #expect(kept == nil)
        observers.remove(other)
    }

    @Test func `Observers live as long as a tracked read, and no longer`() {
        weak var kept: Observers?
        let heard = Counter()
        do {
            let observers = Observers(of: "size", in: suite)
            kept = observers
            track(observers, heard.increment)
        }
        #expect(kept != nil)
        #expect(suite.stops.count == 0)
        suite.setForeign(14, forKey: "size")
        #expect(heard.count == 1)
        #expect(kept == nil)
        #expect(suite.stops.count == 1)
    }

    @Test func `A foreign change is announced once, and one to the same object is not`() {
        let observers = Observers(of: "size", in: suite)
        let heard = Counter()
        suite.setForeign(14, forKey: "size")
        track(observers, heard.increment)
        suite.setForeign(14, forKey: "size")
        #expect(heard.count == 0)
        suite.setForeign(14.0, forKey: "size")
        #expect(heard.count == 1)
    }

    @Test func `A notification of a key's own write is ignored, even if it comes twice`() {
        let observers = Observers(of: "size", in: suite)
        let heard = Counter()
        track(observers, heard.increment)
        observers.beginWrite()
        suite.setForeign(15, forKey: "size")
        suite.notify("size")
        #expect(heard.count == 0)
        observers.endWrite()
        observers.announce()
        #expect(heard.count == 1)
    }

    @Test func `The removal of a written key by a plain call is announced`() {
        let observers = Observers(of: "size", in: suite)
        let heard = Counter()
        observers.beginWrite()
        suite.setForeign(15, forKey: "size")
        observers.endWrite()
        track(observers, heard.increment)
        suite.setForeign(nil, forKey: "size")
        #expect(heard.count == 1)
    }

    @Test func `A change while the listener is being added is announced`() {
        let observers = Observers(of: "size", in: suite)
        suite.whileAdding = { $0.put(16, forKey: "size") }
        let reader = Observers.Reader()
        observers.add(reader)
        #expect(observers.detectChange() == false, "it was announced already")
        #expect(suite.news.count == 1)
    }

    @Test(arguments: [false, true])
    func `A check for foreign changes during a write does not hide a later change back`(_ isStored: Bool) {
        let observers = Observers(of: "size", in: suite)
        observers.listen()
        suite.setForeign(14, forKey: "size")
        suite.afterRead = { suite in
            // A key begins to write between the read and the comparison, and may have finished.
            suite.afterRead = { _ in }
            observers.beginWrite()
            if !isStored { return }
            suite.put(15, forKey: "size")
            observers.endWrite()
        }
        suite.put(nil, forKey: "size")
        _ = observers.detectChange()
        if !isStored {
            suite.put(15, forKey: "size")
            observers.endWrite()
        }
        suite.put(nil, forKey: "size")
        #expect(observers.detectChange())
    }

    @Test func `A check for foreign changes that meets a key's write is no second announcement`() {
        let observers = Observers(of: "size", in: suite)
        observers.listen()
        suite.beforeRead = { suite in
            suite.beforeRead = { _ in }
            observers.beginWrite()
            suite.put(15, forKey: "size")
            observers.endWrite()
        }
        #expect(!observers.detectChange(), "it finds the object that the key has written")
        observers.beginWrite()
        #expect(!observers.detectChange(), "it finds the object from before the write")
        suite.put(16, forKey: "size")
        observers.endWrite()
        suite.put(15, forKey: "size")
        #expect(observers.detectChange(), "the change back is a foreign one")
        suite.beforeRead = { suite in
            suite.beforeRead = { _ in }
            observers.beginWrite()
            observers.endWrite()
            suite.put(18, forKey: "size")
        }
        #expect(observers.detectChange(), "it finds the object after the write")
        suite.put(17, forKey: "size")
        #expect(observers.detectChange(), "the change back to the written object is a foreign one")
    }

    @Test func `Undoing a change that was read but never announced is a change`() {
        let observers = Observers(of: "size", in: suite)
        observers.listen()
        suite.put(14, forKey: "size")
        // As a reader or a tracked read does.
        observers.listen()
        suite.put(nil, forKey: "size")
        #expect(observers.detectChange())
        #expect(!observers.detectChange())
    }

    private func track(_ observers: Observers, _ onChange: @escaping @Sendable () -> Void) {
        let path = observers.path
        withObservationTracking {
            observers.access(path)
        } onChange: {
            onChange()
        }
    }
}

/// A suite that reports foreign changes immediately, on the thread that makes them.
final class StandInSuite: Suite, @unchecked Sendable {
    let observers = ObserversTable()
    let starts = Counter()
    let stops = Counter()
    /// How often a listener that was just added found a different object.
    let news = Counter()
    /// Runs between the first read and the start of the listener.
    var whileAdding: (StandInSuite) -> Void = { _ in }
    /// Runs before an object is read.
    var beforeRead: (StandInSuite) -> Void = { _ in }
    /// Runs after an object was read, before it is returned.
    var afterRead: (StandInSuite) -> Void = { _ in }
    private let lock = NSLock()
    private var stored: [String: Any] = [:]
    private var listeners: [String: Listener] = [:]

    func object(forKey key: String) -> Any? { lock.withLock { stored[key] } }

    func storedObject(forKey key: String) -> Any? {
        beforeRead(self)
        defer { afterRead(self) }
        return lock.withLock { stored[key] }
    }
    func storedKeys(withPrefix prefix: String) -> [String] {
        lock.withLock { stored.keys.filter { $0.hasPrefix(prefix) } }
    }
    func registeredObject(forKey key: String) -> Any? { nil }
    func launchArgument(forKey key: String) -> Any? { nil }
    func store(_ changes: [StoredChange]) { for change in changes { put(change.form?.object, forKey: change.key) } }
    func flush() throws(TSUDError) {}
    func listener(for observers: Observers) -> (any ForeignChangeListener)? { Listener(observers, self) }

    func put(_ object: Any?, forKey key: String) { lock.withLock { stored[key] = object } }

    func setForeign(_ object: Any?, forKey key: String) {
        put(object, forKey: key)
        notify(key)
    }

    func notify(_ key: String) {
        let listener = lock.withLock { listeners[key] }
        listener?.observers?.announceForeign()
    }

    private final class Listener: ForeignChangeListener, @unchecked Sendable {
        weak var observers: Observers?
        private let key: String
        private let suite: StandInSuite

        init(_ observers: Observers, _ suite: StandInSuite) {
            self.observers = observers
            self.suite = suite
            key = observers.key
        }

        func start() {
            suite.starts.increment()
            suite.whileAdding(suite)
            suite.lock.withLock { suite.listeners[key] = self }
            if observers?.detectChange() == true { suite.news.increment() }
        }

        func stop() {
            suite.stops.increment()
            suite.lock.withLock { suite.listeners[key] = nil }
        }
    }
}
