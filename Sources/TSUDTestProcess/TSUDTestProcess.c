#include "TSUDTestProcess.h"

// Only test targets link this file: their process begins with ephemeral settings, and so do those of its exit tests.
__attribute__((constructor)) static void begin(void) { TSUDBeginWithEphemeralSettings(); }
