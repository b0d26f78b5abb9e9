import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sweepTemporaryFolders, temporaryFolder } from '#dist/platform/node/temporary-folder.js';
import { child, emptyHome } from '../../cli/child.js';
import { inProcess } from '../../cli/in-process.js';

/** A folder as a process that was killed leaves it. */
function leftBehind(): string {
  const { pid } = spawnSync(process.execPath, ['--version']);
  const path = join(tmpdir(), `stacks-devnet-${pid}-abcdef`);
  mkdirSync(join(path, 's1'), { recursive: true });
  return path;
}

test('default: what killed processes left is removed, and nothing else', async () => {
  using other = emptyHome();
  await using alive = child(['-e', 'console.log("up"); setInterval(() => {}, 1000)'], other.env, { program: [process.execPath] });
  await alive.line(/up/);
  const kept = [
    await temporaryFolder(),
    ...[`stacks-devnet-${alive.process.pid}-abcdef`, 'stacks-devnet-mine', 'stacks-devnet-1x'].map((name) => join(tmpdir(), name)),
  ];
  for (const path of kept) mkdirSync(path, { recursive: true });
  try {
    const dead = leftBehind();
    expect(await sweepTemporaryFolders()).toContain(dead);
    const now = readdirSync(tmpdir()).map((name) => join(tmpdir(), name));
    expect(now).toEqual(expect.arrayContaining(kept));
    expect(now).not.toContain(dead);
  } finally {
    for (const path of kept) rmSync(path, { recursive: true });
  }
});

test('behavior: clean removes it, too', async () => {
  using home = emptyHome();
  const dead = leftBehind();
  const { stdout } = await inProcess(['clean', '--keep-cache'], home.env);
  expect(stdout.split('\n')).toContain(`removed temporary files: ${dead}`);
});
