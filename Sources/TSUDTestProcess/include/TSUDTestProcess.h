/// Makes the process begin with ephemeral settings.
///
/// The module TSUD implements it.
void TSUDBeginWithEphemeralSettings(void);
