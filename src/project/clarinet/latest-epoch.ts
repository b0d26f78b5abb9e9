import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isRecord } from '../../base/json.js';
import { compareEpochs } from './epochs.js';
import type { ClarityEpoch } from './types.js';

/** What `epoch = "latest"` means in a project. */
export type LatestEpoch = {
  epoch: ClarityEpoch;
  /** Why it is not the epoch that clarinet-sdk means; undefined if it is. */
  difference: string | undefined;
};

/** The epoch that `latest` means, from these releases of clarinet-sdk on, newest first. */
const RELEASES: readonly { major: number; minor: number; epoch: ClarityEpoch }[] = [
  { major: 3, minor: 23, epoch: '4.0' },
  { major: 3, minor: 21, epoch: '3.4' },
];
const PACKAGE = '@stacks/clarinet-sdk';

/**
 * Returns what `latest` means: as in the clarinet-sdk that the project has, but no later epoch than the network's. Without a clarinet-sdk
 * it is the network's epoch.
 */
export async function latestEpoch(root: string, network: ClarityEpoch): Promise<LatestEpoch> {
  const version = await sdkVersion(root);
  if (version === undefined) return { epoch: network, difference: undefined };
  const meant = epochOf(version);
  if (meant === undefined) {
    return { epoch: network, difference: `${network}, the epoch of the network, because what ${PACKAGE} ${version} means is unknown` };
  }
  if (compareEpochs(meant, network) <= 0) return { epoch: meant, difference: undefined };
  return { epoch: network, difference: `${network}, the epoch of the network; ${PACKAGE} ${version} means ${meant}` };
}

function epochOf(version: string): ClarityEpoch | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return RELEASES.find((release) => major > release.major || (major === release.major && minor >= release.minor))?.epoch;
}

/** Returns the version of the clarinet-sdk that files of a folder import; undefined without one. */
async function sdkVersion(folder: string): Promise<string | undefined> {
  const text = await readFile(join(folder, 'node_modules', PACKAGE, 'package.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return dirname(folder) === folder ? undefined : sdkVersion(dirname(folder));
  const content: unknown = JSON.parse(text);
  return isRecord(content) && typeof content['version'] === 'string' ? content['version'] : undefined;
}
