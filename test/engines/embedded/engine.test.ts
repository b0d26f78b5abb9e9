import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startEmbeddedEngine } from '#dist/engines/embedded/engine.js';
import { testCache } from '../../cache.js';
import { engineContract, engineOptions } from '../../contract/engine.js';

engineContract('embedded', startEmbeddedEngine, { ...engineOptions, cache: testCache });

test('behavior: an abort ends the VM that boots, whose image is never written', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'engine-abort-'));
  try {
    const abort = new AbortController();
    const starting = startEmbeddedEngine({
      ...engineOptions,
      cache: { dir, enabled: true },
      signal: abort.signal,
      onWaiting: () => abort.abort(new Error('never mind')),
    });
    await expect(starting).rejects.toMatchObject({ code: 'ABORTED', cause: new Error('never mind') });
    expect(await readdir(dir)).toEqual([]);
  } finally {
    await rm(dir, { recursive: true });
  }
});
