// In the SDKs of macOS 15 and iOS 18 and later ones.
#if SwiftUI && canImport(SwiftUI, _version: 6)
public import SwiftUI

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension PreviewTrait where T == Preview.ViewTraits {
    /// A trait that gives a preview's process ephemeral settings, as in `#Preview(traits: .ephemeralSettings)`.
    ///
    /// It calls ``useEphemeralSettings()``. Previews in one process share these settings.
    @MainActor public static var ephemeralSettings: PreviewTrait<T> { ephemeralSettings {} }

    /// Returns a trait that also stores the first values, as in `.ephemeralSettings { fontSize.value = 40 }`.
    ///
    /// - Parameter begin: A closure that stores the values, once, before the system draws the preview.
    /// - Returns: The trait.
    @MainActor
    public static func ephemeralSettings(_ begin: @escaping @MainActor () -> Void) -> PreviewTrait<T> {
        // Now, because the preview's view may read a setting when it is made.
        useEphemeralSettings()
        return .modifier(EphemeralPreview(begin))
    }
}

/// Stores the first values of a preview.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private struct EphemeralPreview: PreviewModifier {
    @MainActor private final class Beginning {
        var values: (@MainActor () -> Void)?
        init(_ values: @escaping @MainActor () -> Void) { self.values = values }
    }

    private let beginning: Beginning

    @MainActor
    init(_ values: @escaping @MainActor () -> Void) { beginning = Beginning(values) }

    func body(content: Content, context: Void) -> some View {
        beginning.values?()
        beginning.values = nil
        return content
    }
}
#endif
