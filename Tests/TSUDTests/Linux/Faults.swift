#if os(Linux)
import Foundation
import TestSupport
import Testing

/// Faults of the system in a process, injected by a library in C that is compiled with `clang`.
final class Faults: Sendable {
    /// A call that fails with an error number where its path contains a text.
    typealias Fault = (call: String, error: Int32, part: String)

    private let directory: TemporaryDirectory

    /// The compiled library.
    private static let library = Result {
        let directory = try TemporaryDirectory()
        try directory.write(Array(source.utf8), to: "faults.c")
        let clang = Process()
        clang.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        clang.arguments = ["clang", "-shared", "-fPIC", "-o", directory.path("faults.so"), directory.path("faults.c")]
        try clang.run()
        clang.waitUntilExit()
        try #require(clang.terminationStatus == 0, "clang can't compile the library")
        return try directory.bytes(of: "faults.so")
    }

    /// Keeps the directory: if nothing else does, a test has to end with a call of ``end()``.
    init(in directory: TemporaryDirectory) throws {
        self.directory = directory
        try directory.write(Self.library.get(), to: "faults.so")
    }

    /// With one that has begun.
    convenience init(in directory: TemporaryDirectory, _ call: String, _ error: Int32, _ part: String) throws {
        try self.init(in: directory)
        try begin(call, error, part)
    }

    /// For a process in which they are to happen.
    var environment: [String: String?] {
        ["LD_PRELOAD": directory.path("faults.so"), "FAULTS": directory.path("faults")]
    }

    /// Makes one call fail with an error number if its path contains a text.
    ///
    /// With `EINTR`, only every second call fails. `any` stands for all calls. Some faults are no failures:
    ///
    /// - `clock` moves the clock by that many seconds.
    /// - `getpid` adds that number to the process ID, as in a forked child.
    /// - `times` gives all files times of whole seconds and one inode.
    /// - `unlink` removes a file when it is first locked.
    /// - `mkdir` creates a missing directory when it is to be watched.
    /// - `nfs` has locks for writable files only.
    /// - `ticks` lets the kernel's clock for files advance only every so many milliseconds.
    /// - `late` changes 2 to 3 in a binary file, or in JSON after a colon, at the same tick, after it has been read, and
    ///   then suspends the process. Until then, the clock shows the time of the file's previous change.
    /// - `replaced` renames a file with the extension `other` to a file once this has been opened that many times.
    /// - `user` is a list of users that can't be read.
    /// - `slow` is a disk that takes that many milliseconds to flush a file.
    func begin(_ call: String, _ error: Int32, _ part: String) throws {
        // In one rename, because a process may read the file at any time.
        try directory.write(Array("\(call) \(error) \(part)".utf8), to: "faults.new")
        rename(directory.path("faults.new"), directory.path("faults"))
    }

    func end() { unlink(directory.path("faults")) }

    private static let source = #"""
        #define _GNU_SOURCE
        #include <sys/inotify.h>
        #include <dlfcn.h>
        #include <errno.h>
        #include <fcntl.h>
        #include <pwd.h>
        #include <stdarg.h>
        #include <stdint.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/file.h>
        #include <sys/stat.h>
        #include <sys/syscall.h>
        #include <time.h>
        #include <unistd.h>

        static int fault(const char *call, const char *path) {
            const char *faults = getenv("FAULTS");
            if (!faults) return 0;
            int file = syscall(SYS_openat, AT_FDCWD, faults, O_RDONLY);
            if (file < 0) return 0;
            char text[256] = {0}, name[64], part[128];
            long count = syscall(SYS_read, file, text, 255);
            syscall(SYS_close, file);
            int number;
            if (count <= 0 || sscanf(text, "%63s %d %127s", name, &number, part) != 3) return 0;
            if ((strcmp(name, call) && strcmp(name, "any")) || !strstr(path, part)) return 0;
            static int interruptions;
            return number == EINTR && interruptions++ % 2 ? 0 : number;
        }
        static int faultOf(const char *call, int file) {
            char link[64], path[512] = {0};
            snprintf(link, 64, "/proc/self/fd/%d", file);
            if (syscall(SYS_readlinkat, AT_FDCWD, link, path, 511) < 0) return 0;
            return fault(call, path);
        }
        #define FAIL(number) { int error = number; if (error) { errno = error; return -1; } }
        #define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

        static int openAndReplace(const char *path, int flags, int mode) {
            int file = syscall(SYS_openat, AT_FDCWD, path, flags, mode);
            static int count;
            if (file >= 0 && fault("replaced", path) && ++count == fault("replaced", path)) {
                char other[512];
                snprintf(other, 512, "%s.other", path);
                syscall(SYS_renameat2, AT_FDCWD, other, AT_FDCWD, path, 0);
            }
            return file;
        }
        int open(const char *path, int flags, ...) {
            va_list list; va_start(list, flags); int mode = va_arg(list, int); va_end(list);
            FAIL(fault(flags & O_DIRECTORY ? "open-directory" : "open", path));
            return openAndReplace(path, flags, mode);
        }
        int open64(const char *path, int flags, ...) {
            va_list list; va_start(list, flags); int mode = va_arg(list, int); va_end(list);
            FAIL(fault("open", path));
            return openAndReplace(path, flags, mode);
        }
        static struct stat beforeLate, afterLate;
        static void changeLate(int file, const void *bytes, ssize_t count) {
            if (count <= 0) return;
            const char *found = memmem(bytes, count, "\x10\x02", 2);
            if (!found) found = memmem(bytes, count, ":2", 2);
            if (!found || afterLate.st_ino || !faultOf("late", file)) return;
            char path[64];
            snprintf(path, 64, "/proc/self/fd/%d", file);
            syscall(SYS_newfstatat, file, "", &beforeLate, AT_EMPTY_PATH);
            int writable = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY);
            char next = found[1] + 1;
            syscall(SYS_pwrite64, writable, &next, 1, found + 1 - (const char *)bytes);
            syscall(SYS_newfstatat, file, "", &afterLate, AT_EMPTY_PATH);
            syscall(SYS_close, writable);
            usleep(100000);
        }
        ssize_t pread(int file, void *bytes, size_t count, off_t at) {
            FAIL(faultOf("pread", file));
            ssize_t result = syscall(SYS_pread64, file, bytes, count, at);
            changeLate(file, bytes, result);
            return result;
        }
        ssize_t pread64(int file, void *bytes, size_t count, off64_t at) { return pread(file, bytes, count, at); }
        static long tick(long nanoseconds) {
            long tick = 1000000L * fault("ticks", "-");
            return tick ? nanoseconds / tick * tick : nanoseconds;
        }
        static void modifyAtTick(int file) {
            if (!fault("ticks", "-")) return;
            struct timespec now[2];
            syscall(SYS_clock_gettime, CLOCK_REALTIME, now);
            now->tv_nsec = tick(now->tv_nsec);
            now[1] = now[0];
            syscall(SYS_utimensat, file, NULL, now, 0);
        }
        ssize_t write(int file, const void *bytes, size_t count) {
            FAIL(faultOf("write", file));
            ssize_t result = syscall(SYS_write, file, bytes, count);
            modifyAtTick(file);
            return result;
        }
        int ftruncate(int file, off_t size) {
            int result = syscall(SYS_ftruncate, file, size);
            modifyAtTick(file);
            return result;
        }
        struct passwd *getpwuid(uid_t user) {
            int error = fault("user", "-");
            if (error) { errno = error; return NULL; }
            return REAL(getpwuid)(user);
        }
        int getpwuid_r(uid_t user, struct passwd *entry, char *bytes, size_t count, struct passwd **found) {
            int error = fault("user", "-");
            if (error) { *found = NULL; return error; }
            return REAL(getpwuid_r)(user, entry, bytes, count, found);
        }
        ssize_t readlink(const char *path, char *bytes, size_t count) {
            FAIL(fault("readlink", path));
            return syscall(SYS_readlinkat, AT_FDCWD, path, bytes, count);
        }
        int fsync(int file) {
            struct stat status;
            if (!syscall(SYS_newfstatat, file, "", &status, AT_EMPTY_PATH) && S_ISDIR(status.st_mode))
                FAIL(faultOf("fsync-directory", file));
            FAIL(faultOf("fsync", file));
            usleep(1000 * faultOf("slow", file));
            return syscall(SYS_fsync, file);
        }
        int flock(int file, int operation) {
            FAIL(faultOf("flock", file));
            if (operation & LOCK_EX && (fcntl(file, F_GETFL) & O_ACCMODE) == O_RDONLY) FAIL(faultOf("nfs", file));
            static int isUnlinked;
            if (!isUnlinked && faultOf("unlink", file)) {
                char link[64], path[512] = {0};
                snprintf(link, 64, "/proc/self/fd/%d", file);
                if (syscall(SYS_readlinkat, AT_FDCWD, link, path, 511) > 0) isUnlinked = !unlink(path);
            }
            return syscall(SYS_flock, file, operation);
        }
        static int statusWithFaults(int result, struct stat *status, int isLate) {
            if (result) return result;
            if (isLate && !afterLate.st_ino) beforeLate = *status;
            if (afterLate.st_ino == status->st_ino && afterLate.st_ino
                && !memcmp(&afterLate.st_ctim, &status->st_ctim, sizeof status->st_ctim)) {
                status->st_mtim = beforeLate.st_mtim;
                status->st_ctim = beforeLate.st_ctim;
            }
            status->st_ctim.tv_nsec = tick(status->st_ctim.tv_nsec);
            if (!fault("times", "-")) return 0;
            status->st_mtim.tv_nsec = status->st_ctim.tv_nsec = 0;
            if (S_ISREG(status->st_mode)) status->st_ino = 1;
            return 0;
        }
        int stat(const char *path, struct stat *status) {
            FAIL(fault("stat", path));
            return statusWithFaults(syscall(SYS_newfstatat, AT_FDCWD, path, status, 0), status, fault("late", path));
        }
        int fstat(int file, struct stat *status) {
            int result = syscall(SYS_newfstatat, file, "", status, AT_EMPTY_PATH);
            return statusWithFaults(result, status, faultOf("late", file));
        }
        int rename(const char *old, const char *new) { FAIL(fault("rename", new)); return REAL(rename)(old, new); }
        int link(const char *old, const char *new) { FAIL(fault("rename", new)); return REAL(link)(old, new); }
        int inotify_add_watch(int file, const char *path, uint32_t events) {
            FAIL(fault("add_watch", path));
            int watch = syscall(SYS_inotify_add_watch, file, path, events);
            int error = errno;
            if (watch < 0 && (events & IN_ONLYDIR) && fault("mkdir", path)) mkdir(path, 0777);
            errno = error;
            return watch;
        }
        int inotify_init1(int flags) { FAIL(fault("inotify", "-")); return syscall(SYS_inotify_init1, flags); }
        pid_t getpid(void) { return syscall(SYS_getpid) + fault("getpid", "-"); }
        int clock_gettime(clockid_t clock, struct timespec *time) {
            int result = syscall(SYS_clock_gettime, clock, time);
            if (clock != CLOCK_REALTIME) return result;
            if (beforeLate.st_ino && !afterLate.st_ino) *time = beforeLate.st_ctim;
            time->tv_sec += fault("clock", "-");
            return result;
        }
        """#
}
#endif
