import type { ResolvedConfig } from '../../config/devnet-config.js';
import { cacheFile } from '../../engines/embedded/boot-contracts.js';
import { exists } from '../../system/exists.js';
import { readManifest } from '../../system/manifest.js';
import { findFolder } from './find-folder.js';
import { type Finding, findMemory } from './finding.js';

/** The peak of a network, measured. */
const memoryMiB = 400;
/** A few boot images. */
const diskMiB = 100;

/** Checks what the embedded engine needs: Node, a writable cache and memory. */
export async function examineEmbedded({ cache, bootContracts }: Pick<ResolvedConfig, 'cache' | 'bootContracts'>): Promise<Finding[]> {
  const folder: Finding = cache.enabled
    ? await findFolder('cache', cache.dir, diskMiB)
    : { item: 'cache', ok: true, text: 'disabled: every boot is slow' };
  return [findNode(), folder, findMemory(memoryMiB), await findBootContracts(bootContracts, cache)];
}

async function findBootContracts(url: string | undefined, cache: ResolvedConfig['cache']): Promise<Finding> {
  const item = 'boot contracts';
  if (url === undefined) return { item, ok: true, text: "those of the Clarity VM's package" };
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
