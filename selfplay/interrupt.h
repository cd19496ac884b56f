// Ctrl-C and SIGTERM. The first asks long work to finish tidily; the second ends the process.
#pragma once

namespace clanhouse {

// From here on signals set the flag instead of ending the process at once.
void watch_for_interrupts();
// The signal that has come (SIGINT, SIGTERM), or 0. Safe from any thread.
int interrupted();

}  // namespace clanhouse
