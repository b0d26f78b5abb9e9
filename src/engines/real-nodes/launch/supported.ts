import { DevnetError } from '../../../base/error.js';
import type { Program, ProgramInfo } from './launcher.js';
import { programNames } from './program-names.js';

type Range = { from: string; before?: string; words: string };

/**
 * The versions that the configuration of the network is written for. Other versions of stacks-node reject it, because an unknown key is
 * an error. Bitcoin Core 27 is the oldest that was tested with this Stacks version.
 */
const supported: Readonly<Record<Program, Range>> = {
  bitcoind: { from: '27', words: '27 or later' },
  'stacks-node': { from: '4.0.1', before: '4.1', words: '4.0.1 or a later 4.0' },
  'stacks-signer': { from: '4.0.1', before: '4.1', words: '4.0.1 or a later 4.0' },
};

/** Names the supported versions, which are the same for each epoch of real nodes. */
export function supportedVersions(): string {
  const { bitcoind, 'stacks-node': node } = supported;
  return `bitcoind ${bitcoind.words}, and stacks-node and stacks-signer ${node.words}, both of one release`;
}

export type VersionFacts = {
  /** The path of the program. */
  file?: string | undefined;
  /** The configuration key of the program. @default that of its path */
  field?: string | undefined;
  /** The command that installs a supported version. */
  hint?: string | undefined;
};

/** @throws DevnetError MISSING with the program, its version and the supported versions */
export function checkVersion(
  program: Program,
  version: string,
  { file, field = programNames[program].setting, hint }: VersionFacts = {},
): void {
  const { from, before, words } = supported[program];
  if (compare(version, from) >= 0 && (before === undefined || compare(version, before) < 0)) return;
  const what = file === undefined ? program : `${program}: ${file}`;
  throw new DevnetError('MISSING', `${what} is version ${version}, which is not supported`, {
    field,
    expected: words,
    received: version,
    hint: hint ?? `install ${program} ${words}`,
  });
}

/**
 * Checks that node and signer are of one release, because their protocol is not versioned.
 * @throws DevnetError MISSING if their versions differ
 */
export function checkPair(node: ProgramInfo, signer: ProgramInfo, hint = 'take both from one release'): void {
  if (compare(node.version, signer.version) === 0) return;
  throw new DevnetError('MISSING', `stacks-node is version ${node.version} and stacks-signer ${signer.version}: they must be the same`, {
    field: programNames['stacks-signer'].setting,
    expected: node.version,
    received: signer.version,
    hint,
  });
}

/** Compares versions by their numbers. A suffix such as `knots20260508` does not count. */
function compare(a: string, b: string): number {
  const [left, right] = [numbers(a), numbers(b)];
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function numbers(version: string): number[] {
  return (/\d+(?:\.\d+)*/.exec(version)?.[0] ?? '').split('.').map(Number);
}
