/// A key of this library, which is no setting of the program's.
package protocol LibraryKey: TSUD {}
