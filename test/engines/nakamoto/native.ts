import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Launcher } from '#dist/engines/nakamoto/launcher.js';
import { createNativeLauncher } from '#dist/engines/native/launcher.js';

/** Real nodes as processes, from PATH. */
export function nativeLauncher(): Launcher {
  return createNativeLauncher({
    binaries: {},
    environment: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' },
    stateDir: join(tmpdir(), 'stacks-devnet-test'),
  });
}
