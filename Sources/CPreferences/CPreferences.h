// Functions of Core Foundation that Foundation on Linux exports without a header, and of the C library that Swift
// doesn't import.

#ifndef CPREFERENCES_H
#define CPREFERENCES_H

// `getauxval` and `AT_SECURE`: whether the process has other rights than the user who started it.
#include <sys/auxv.h>

#pragma clang assume_nonnull begin

// Preferences: CFPreferences.c and CFApplicationPreferences.c of swift-corelibs-foundation.

/// The application ID of the standard suite, a `CFString`.
extern const void *const kCFPreferencesCurrentApplication;

/// The user and the host of the domain that `UserDefaults` writes.
extern const void *const kCFPreferencesCurrentUser;
extern const void *const kCFPreferencesAnyHost;

/// Returns a retained object of a suite, or of one that was added to it, as `UserDefaults` has it in memory.
const void *_Nullable CFPreferencesCopyAppValue(const void *key, const void *applicationID);

/// Stores an object in a suite, or removes the key for null, as `UserDefaults` does after it has checked the object.
void CFPreferencesSetAppValue(const void *key, const void *_Nullable object, const void *applicationID);

/// Stores the objects in a `CFDictionary`, and removes the keys in a `CFArray`.
void CFPreferencesSetMultiple(
    const void *_Nullable objects,
    const void *_Nullable removedKeys,
    const void *applicationID,
    const void *user,
    const void *host
);

// Strings, containers, and property lists: CFString.c, CFArray.c, CFDictionary.c, and CFPropertyList.c.

// Structures, of which only the addresses are used.
extern const long kCFTypeArrayCallBacks, kCFTypeDictionaryKeyCallBacks, kCFTypeDictionaryValueCallBacks;

const void *_Nullable CFArrayCreate(
    const void *_Nullable allocator,
    const void *_Nullable *_Nullable elements,
    long count,
    const void *callBacks
);
const void *_Nullable CFDictionaryCreate(
    const void *_Nullable allocator,
    const void *_Nullable *_Nullable keys,
    const void *_Nullable *_Nullable values,
    long count,
    const void *keyCallBacks,
    const void *valueCallBacks
);

/// Returns a retained `CFArray`, which retains its elements.
static inline const void *_Nullable CPreferencesArray(const void *_Nullable *_Nullable elements, long count) {
    return CFArrayCreate(0, elements, count, &kCFTypeArrayCallBacks);
}

/// Returns a retained `CFDictionary`, which retains its keys and values.
static inline const void *_Nullable CPreferencesDictionary(
    const void *_Nullable *_Nullable keys,
    const void *_Nullable *_Nullable values,
    long count
) {
    return CFDictionaryCreate(0, keys, values, count, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
}

/// Returns a retained `CFString` with a copy of the bytes.
const void *_Nullable CFStringCreateWithBytes(
    const void *_Nullable allocator,
    const unsigned char *bytes,
    long count,
    unsigned int encoding,
    unsigned char isExternalRepresentation
);

/// The elements of a `CFArray` and of a `CFDictionary`, which are not retained.
const void *CFArrayGetValueAtIndex(const void *array, long index);
void CFDictionaryGetKeysAndValues(
    const void *dictionary,
    const void *_Nullable *_Nonnull keys,
    const void *_Nullable *_Nonnull values
);

/// Returns a retained property list; null if the data has none.
const void *_Nullable CFPropertyListCreateWithData(
    const void *_Nullable allocator,
    const void *data,
    unsigned long options,
    long *_Nullable format,
    const void *_Nullable *_Nullable error
);

/// Returns retained data with a property list in a format, of which the binary one is 200.
const void *_Nullable CFPropertyListCreateData(
    const void *_Nullable allocator,
    const void *propertyList,
    long format,
    unsigned long options,
    const void *_Nullable *_Nullable error
);

#pragma clang assume_nonnull end

#endif
