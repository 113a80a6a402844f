#if os(Linux)
import CPreferences
import Foundation

// Core Foundation's property lists, whose dictionaries keep two spellings of a name, and whose arrays take an eighth of the
// memory of Swift's.

extension PropertyListData {
    /// Converts a property list to the binary format; `nil` if it is none.
    static func binary(from data: Data) -> Data? {
        let source = data as NSData
        let list = withExtendedLifetime(source) {
            returned(CFPropertyListCreateWithData(nil, passed(source), 0, nil, nil))
        }
        guard let list else { return nil }
        let binary = withExtendedLifetime(list) { returned(CFPropertyListCreateData(nil, passed(list), 200, 0, nil)) }
        return (binary as? NSData).map { Data(bytes: $0.bytes, count: $0.length) }
    }
}

func passed(_ object: AnyObject) -> UnsafeRawPointer {
    UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
}

func returned(_ object: UnsafeRawPointer?) -> AnyObject? {
    object.map { Unmanaged<AnyObject>.fromOpaque($0).takeRetainedValue() }
}

extension PropertyListObject {
    /// Converts an object as Core Foundation keeps it.
    init?(core object: AnyObject) {
        var converter = Converter()
        guard let converted = converter.converted(passed(object), depth: Self.depthLimit) else { return nil }
        self = converted
    }
}

private struct Converter {
    /// The last objects, to which further elements may refer.
    private var shared: [UnsafeRawPointer: PropertyListObject] = [:]

    mutating func converted(_ pointer: UnsafeRawPointer, depth: Int) -> PropertyListObject? {
        if let known = shared[pointer] { return known }
        let object = Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
        let converted: PropertyListObject?
        switch object {
        case let array as NSArray: converted = depth > 0 ? self.array(array, depth: depth - 1).map { .array($0) } : nil
        case let dictionary as NSDictionary:
            converted = depth > 0 ? self.dictionary(dictionary, depth: depth - 1).map { .dictionary($0) } : nil
        default: converted = PropertyListObject(object)
        }
        if shared.count == 1 << 16 { shared.removeAll(keepingCapacity: true) }
        shared[pointer] = converted
        return converted
    }

    private mutating func array(_ array: NSArray, depth: Int) -> [PropertyListObject]? {
        var objects: [PropertyListObject] = []
        objects.reserveCapacity(array.count)
        for index in 0..<array.count {
            guard let object = converted(CFArrayGetValueAtIndex(passed(array), index), depth: depth) else { return nil }
            objects.append(object)
        }
        return objects
    }

    private mutating func dictionary(_ dictionary: NSDictionary, depth: Int) -> PropertyListDictionary? {
        let count = dictionary.count
        var names = [UnsafeRawPointer?](repeating: nil, count: count)
        var values = names
        CFDictionaryGetKeysAndValues(passed(dictionary), &names, &values)
        var objects: PropertyListDictionary = [:]
        objects.reserveCapacity(count)
        for index in 0..<count {
            guard let name = names[index], let value = values[index],
                case .string(let name) = converted(name, depth: 0), let object = converted(value, depth: depth)
            else { return nil }
            objects[name] = object
        }
        return objects
    }
}
#endif
