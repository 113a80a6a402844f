import PackagePlugin

/// Writes the 990 keys of a program that reads only ten of a thousand.
@main struct KeysPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let file = context.pluginWorkDirectoryURL.appending(path: "OtherKeys.swift")
        return [
            .buildCommand(
                displayName: "Writing the keys that are not read",
                executable: try context.tool(named: "declare-keys").url,
                arguments: [file.path],
                outputFiles: [file]
            )
        ]
    }
}
