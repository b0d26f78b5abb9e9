import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { startNakamotoEngine } from '#dist/engines/real-nodes/engine.js';
import { createNativeLauncher } from '#dist/engines/real-nodes/launch/native/launcher.js';
import { testCache, testState } from '../../../../cache.js';
import { engineOptions } from '../../../../contract/engine.js';
import { runningWith } from './processes.js';
import { testWithNodes as test } from './real-nodes.js';

type Disk = Disposable & { path: string };

/** A disk of a few MiB, unmounted at the end of the scope. @returns undefined where this user may not mount one */
function smallDisk(mib: number): Disk | undefined {
  const path = mkdtempSync(join(tmpdir(), 'devnet-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mib}m`, 'tmpfs', path], { stdio: 'ignore' });
  } catch {
    rmSync(path, { recursive: true });
    return undefined;
  }
  return {
    path,
    [Symbol.dispose]() {
      execFileSync('umount', ['--lazy', path]);
      rmSync(path, { recursive: true });
    },
  };
}

const mountable = ((): boolean => {
  using disk = smallDisk(1);
  return disk !== undefined;
})();

function launcher(stateDir: string) {
  const environment = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' };
  return createNativeLauncher({ binaries: {}, environment, stateDir });
}

describe.skipIf(!mountable)('a disk that is full', () => {
  test('error: the disk of the state is full: the boot reports the service and its last output, and cleans up', async () => {
    using disk = smallDisk(12);
    const path = disk?.path ?? '';
    await expect(startNakamotoEngine(engineOptions, launcher(path))).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:NOT_REACHABLE|MISSING)$/),
      hint: expect.stringMatching(/space|disk|ENOSPC/i),
    });
    expect(runningWith(path)).toEqual([]);
  });

  test('error: the disk of the state is too small for the cached network', async () => {
    await (await startNakamotoEngine({ ...engineOptions, cache: testCache }, launcher(testState))).close();
    using disk = smallDisk(12);
    const path = disk?.path ?? '';
    await expect(startNakamotoEngine({ ...engineOptions, cache: testCache }, launcher(path))).rejects.toMatchObject({
      code: 'MISSING',
      message: expect.stringContaining('is full'),
    });
    expect(runningWith(path)).toEqual([]);
  });

  test('behavior: the disk of the boot cache is full: the network runs, with a warning', async () => {
    using disk = smallDisk(2);
    const warnings: string[] = [];
    const cache = { dir: disk?.path ?? '', enabled: true };
    const onWarning = (warning: string): void => void warnings.push(warning);
    const engine = await startNakamotoEngine({ ...engineOptions, cache, onWarning }, launcher(testState));
    expect(warnings).toContainEqual(expect.stringMatching(/could not be kept for later boots: the disk of .* is full/));
    await engine.mineBitcoin(1);
    await engine.close();
  });
});
