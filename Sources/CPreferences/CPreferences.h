// Functions of Core Foundation that Foundation on Linux exports without a header, and of the C library that Swift
// doesn't import.

#ifndef CPREFERENCES_H
#define CPREFERENCES_H

// `getauxval` and `AT_SECURE`: whether the process has other rights than the user who started it.
#include <sys/auxv.h>

#pragma clang assume_nonnull begin

/// The application ID of the standard suite, a `CFString`.
extern const void *const kCFPreferencesCurrentApplication;

/// Returns a retained object of a suite, or of one that was added to it, as `UserDefaults` has it in memory.
const void *_Nullable CFPreferencesCopyAppValue(const void *key, const void *applicationID);

/// Returns a retained `CFString` with a copy of the bytes.
const void *_Nullable CFStringCreateWithBytes(
    const void *_Nullable allocator,
    const unsigned char *bytes,
    long count,
    unsigned int encoding,
    unsigned char isExternalRepresentation
);

#pragma clang assume_nonnull end

#endif
