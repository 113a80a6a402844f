/// A broken rule of synchronization.
enum Mutation: String, CaseIterable {
    case localChangesAreNotSent
    case remoteChangesAreIgnored
    case localRemovalsAreNotSent
    case remoteRemovalsAreIgnored
    case localChangesWinConflicts
    case localValuesWinWithoutLastSyncedOnes
    case versionsAreIgnored
    case receivedValuesCountAsChanged
    case sentValuesCountAsChanged
    case arrivedWritesCountAsFailed
    case stringsAreCompared
    case lateWritesAreIgnored
    case unreadableStringsStay
    case otherStoresCountAsTheSame
    case changesWhileReceivingAreOverwritten
    case overwrittenValuesAreNotReported
    case lastSyncedValuesOutliveTheFile
    case lastSyncedValuesOfFormerNamesStay
    case outdatedUpdatesAreReceived
    case outdatedUpdatesOfRemovedNamesAreReceived
    case followersSend
    case followersKeepChanges
    case followersKeepRemovedValues
    case followersResetValuesOfAnEmptiedStore
    case cutReadingsCountAsComplete
    case earlierStatesAreTrusted
    case earlierVersionsAreTrusted
    case distrustEndsWithTheProcess
    case prefixesAreReadInTurn
    case deletionsUnderOnePrefixAreRemovals

    /// The modes that can find the mutation.
    ///
    /// A rare one is searched in the mode in which it matters most often.
    var modes: [Simulation.Mode] {
        switch self {
        case .arrivedWritesCountAsFailed, .lateWritesAreIgnored: [.alone]
        case .stringsAreCompared: [.few]
        case .outdatedUpdatesAreReceived, .outdatedUpdatesOfRemovedNamesAreReceived: [.processes]
        case .otherStoresCountAsTheSame, .lastSyncedValuesOfFormerNamesStay: [.moving]
        case .followersResetValuesOfAnEmptiedStore: [.resetting]
        case .followersKeepChanges: [.steady]
        case .cutReadingsCountAsComplete: [.cut]
        case .earlierStatesAreTrusted, .earlierVersionsAreTrusted, .distrustEndsWithTheProcess: [.restored]
        case .prefixesAreReadInTurn, .deletionsUnderOnePrefixAreRemovals: [.moved]
        default: Simulation.Mode.allCases
        }
    }
}
