import type { ResolvedConfig } from '../../config/types.js';
import { readManifest } from '../../system/manifest.js';
import { findFolder } from './find-folder.js';
import { type Finding, findMemory } from './finding.js';

/** What a network takes at its peak, measured. */
const memoryMiB = 400;
/** A few boot images. */
const diskMiB = 100;

/** What the embedded engine needs: little beside this program. */
export async function examineEmbedded({ cache }: Pick<ResolvedConfig, 'cache'>): Promise<Finding[]> {
  const folder: Finding = cache.enabled
    ? await findFolder('cache', cache.dir, diskMiB)
    : { item: 'cache', ok: true, text: 'switched off: every boot is a cold one' };
  return [findNode(), folder, findMemory(memoryMiB)];
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
