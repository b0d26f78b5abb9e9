import { DevnetError } from '../../error.js';
import type { Program, ProgramInfo } from '../nakamoto/launcher.js';
import { programNames } from './program-names.js';
import { remedy } from './remedy.js';

type Version = Pick<ProgramInfo, 'version' | 'flavour'>;
type Range = { from: string; before?: string; words: string };

/**
 * What the configuration of the network is written for. Other Stacks versions refuse it, since a key that stacks-node does not know
 * ends it. Bitcoin Core 27 is the oldest that a network of this Stacks version is known to run on.
 */
const supported: Readonly<Record<Program, Range>> = {
  bitcoind: { from: '27', words: '27 or later' },
  'stacks-node': { from: '4.0.1', before: '4.1', words: '4.0.1 or a later 4.0' },
  'stacks-signer': { from: '4.0.1', before: '4.1', words: '4.0.1 or a later 4.0' },
};

/**
 * Reads the version, and for bitcoind the flavour, from what a program says of itself, for example
 * `Bitcoin Knots daemon version v29.5.0.knots20260508` or `stacks-node 4.0.2 (1efa4a9bf6, release build, linux [x86_64])`.
 * @throws DevnetError MISSING for another program, or a version that is not supported
 */
export async function readVersion(program: Program, file: string, output: string): Promise<Version> {
  const { setting } = programNames[program];
  const { from, before, words } = supported[program];
  const found = program === 'bitcoind' ? bitcoindVersion(output) : stacksVersion(program, output);
  if (found === undefined) {
    const received = output.trim().split('\n')[0] ?? '';
    throw new DevnetError('MISSING', `${program}: ${file} is another program: it answers ${JSON.stringify(received.slice(0, 120))}`, {
      field: setting,
      expected: program === 'bitcoind' ? 'Bitcoin Core or Bitcoin Knots' : program,
      received,
      hint: await remedy(program),
    });
  }
  if (compare(found.version, from) < 0 || (before !== undefined && compare(found.version, before) >= 0)) {
    throw new DevnetError('MISSING', `${program}: ${file} is version ${found.version}, which is not supported`, {
      field: setting,
      expected: words,
      received: found.version,
      hint: await remedy(program),
    });
  }
  return found;
}

/** Older releases leave out the word daemon. */
function bitcoindVersion(output: string): Version | undefined {
  const [, flavour, version] = /^Bitcoin (Core|Knots)(?: daemon)? version v?(\d[\w.]*)/m.exec(output) ?? [];
  if (version === undefined || (flavour !== 'Core' && flavour !== 'Knots')) return undefined;
  return { version, flavour };
}

function stacksVersion(program: Program, output: string): Version | undefined {
  const [, name, version] = /(?:^|\s)(stacks-node|stacks-signer) (\d[\d.]*)/m.exec(output) ?? [];
  return version === undefined || name !== program ? undefined : { version };
}

/** By their numbers; what follows those, such as `knots20260508`, does not count. */
function compare(a: string, b: string): number {
  const [left, right] = [numbers(a), numbers(b)];
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function numbers(version: string): number[] {
  return (/^\d+(?:\.\d+)*/.exec(version)?.[0] ?? '').split('.').map(Number);
}
