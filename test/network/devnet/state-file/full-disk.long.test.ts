import { execFile } from 'node:child_process';
import { copyFile, mkdir, rm, stat, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { bootDevnet } from '../../../devnet.js';
import { temporaryFolder } from '../../../disposable-folder.js';
import { differences } from './kept-state.js';

const run = promisify(execFile);
const MANUAL = { bitcoin: 'manual', stacks: 'manual' } as const;

test('behavior: a full disk is said once, the network goes on, and writes when there is room', { timeout: 120_000 }, async (context) => {
  await using folder = await temporaryFolder('disk');
  const disk = path.join(folder.path, 'disk');
  await mkdir(disk);
  await run('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', disk]).catch(() => context.skip('only root may mount a small disk'));
  try {
    const [file, other, killed] = [path.join(disk, 'net.state'), path.join(disk, 'other'), path.join(folder.path, 'killed.state')];
    const warnings: string[] = [];
    const devnet = await bootDevnet({ state: file, mining: MANUAL, onWarning: (warning) => warnings.push(warning) });
    await expect.poll(() => differences(devnet, file).catch(String)).toEqual([]);
    const { bavail, bsize } = await statfs(disk);
    await writeFile(other, Buffer.alloc(bavail * bsize));
    const begun = await devnet.status();
    const problem = `cannot write the state to ${file}: ENOSPC: no space left on device, write. The network goes on, and tries again.`;
    await expect
      .poll(async () => {
        await devnet.bitcoin.mine();
        return warnings;
      })
      .toEqual([problem]);
    await devnet.bitcoin.mine(3);
    const { size } = await stat(file);
    // What was written before is whole.
    await copyFile(file, killed);
    const later = await bootDevnet({ loadState: killed, onWarning: (warning) => warnings.push(warning) });
    expect((await later.status()).bitcoin.height).toBeGreaterThanOrEqual(begun.bitcoin.height);
    await later.close();
    await rm(other);
    await expect.poll(() => differences(devnet, file), { timeout: 20_000 }).toEqual([]);
    await expect.poll(() => warnings).toEqual([problem, `the state is written to ${file} again`]);
    expect((await stat(file)).size).toBeGreaterThan(size);
    await devnet.close();
  } finally {
    await run('umount', [disk]);
  }
});
