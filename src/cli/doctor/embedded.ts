import { exists } from '#platform/exists.js';
import { readManifest } from '#platform/manifest.js';
import { cacheFile } from '../../engines/embedded.js';
import type { ResolvedConfig } from '../../project/config.js';
import { findFolder } from './find-folder.js';
import { type Finding, findMemory, setVariable } from './finding.js';

/** The peak of a network, measured. */
const memoryMiB = 400;
/** What a few boots keep. */
const diskMiB = 100;

type Config = Pick<ResolvedConfig, 'cache' | 'bootContracts'>;

/** Checks what the embedded engine needs: Node and memory. Without a writable cache it works, too. */
export async function examineEmbedded({ cache, bootContracts }: Config): Promise<Finding[]> {
  return [findNode(), await findCache(cache), findMemory(memoryMiB), await findBootContracts({ cache, bootContracts })];
}

async function findCache({ enabled, dir }: Config['cache']): Promise<Finding> {
  if (!enabled) return { item: 'cache', ok: true, text: 'disabled: every boot is slow' };
  const { ok, text, ...found } = await findFolder('cache', dir, diskMiB);
  if (ok) return { ok, text, ...found };
  return {
    ...found,
    ok: true,
    isPoor: true,
    text: `cannot be written (${text}), so every boot is slow`,
    hint: setVariable('DEVNET_CACHE_DIR', '<a folder that this user can write>'),
  };
}

async function findBootContracts({ bootContracts: url, cache }: Config): Promise<Finding> {
  const item = 'boot contracts';
  if (url === undefined) return { item, ok: true, text: 'those of this package, as stacks-node 4.0.2 has them' };
  const isKept = cache.enabled && (await exists(cacheFile(url, cache)));
  return { item, ok: true, text: isKept ? `those of ${url}, from the cache` : `the next start reads those of ${url}` };
}

function findNode(): Finding {
  const { node: needed } = readManifest();
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = (needed.match(/\d+/g) ?? []).map(Number);
  const ok = major > leastMajor || (major === leastMajor && minor >= leastMinor);
  return {
    item: 'Node.js',
    ok,
    text: `${process.version}${ok ? '' : `, ${needed} is needed`}`,
    ...(ok ? {} : { hint: `nvm install ${leastMajor}` }),
  };
}
