#if os(Linux)
import SettingsFile

/// The state of a suite in memory, as one side of a merge.
final class SuiteSnapshot {
    /// The keys that were written since the last merge.
    let written: [String: ChangeRecord.Write]
    let objects: [String: PropertyListObject]
    /// When the snapshot began, in nanoseconds.
    let time: Int64
    /// The file's stamp at that time, as last read.
    let stamp: FileStamp?

    init(written: [String: ChangeRecord.Write], objects: [String: PropertyListObject], time: Int64, stamp: FileStamp?) {
        self.written = written
        self.objects = objects
        self.time = time
        self.stamp = stamp
    }

    /// When keys were written.
    ///
    /// If a plain call has changed a key since, the time is unknown, and the key counts as changed after the file.
    var times: [String: Int64] {
        var times = written.mapValues(\.time)
        for (key, write) in written where write.object.flatMap({ PropertyListObject($0) }) != objects[key] {
            times[key] = .max
        }
        return times
    }
}
#endif
