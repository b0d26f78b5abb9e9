import { DevnetError } from '../../../base/error.js';
import type { Program, ProgramInfo } from './launcher.js';
import { programNames } from './program-names.js';
import { remedy } from './remedy.js';
import { checkVersion } from './supported.js';

type Version = Pick<ProgramInfo, 'version' | 'flavour'>;

/**
 * Reads the version, and for bitcoind the flavour, from the version text of a program, for example
 * `Bitcoin Knots daemon version v29.5.0.knots20260508` or `stacks-node 4.0.2 (1efa4a9bf6, release build, linux [x86_64])`.
 * @throws DevnetError MISSING for another program or an unsupported version
 */
export async function readVersion(program: Program, file: string, output: string): Promise<Version> {
  const found = parseVersion(program, output);
  const hint = await remedy(program);
  if (found === undefined) {
    const received = output.trim().split('\n')[0] ?? '';
    throw new DevnetError('MISSING', `${program}: ${file} is another program: it printed ${JSON.stringify(received.slice(0, 120))}`, {
      field: programNames[program].setting,
      expected: program === 'bitcoind' ? 'Bitcoin Core or Bitcoin Knots' : program,
      received,
      hint,
    });
  }
  checkVersion(program, found.version, { file, hint });
  return found;
}

/** Reads the version from the version text of a program; undefined if it is another program. */
export function parseVersion(program: Program, output: string): Version | undefined {
  return program === 'bitcoind' ? bitcoindVersion(output) : stacksVersion(program, output);
}

/** Older releases omit the word daemon. */
function bitcoindVersion(output: string): Version | undefined {
  const [, flavour, version] = /^Bitcoin (Core|Knots)(?: daemon)? version v?(\d[\w.]*)/m.exec(output) ?? [];
  if (version === undefined || (flavour !== 'Core' && flavour !== 'Knots')) return undefined;
  return { version, flavour };
}

function stacksVersion(program: Program, output: string): Version | undefined {
  const [, name, version] = /(?:^|\s)(stacks-node|stacks-signer) (\d[\d.]*)/m.exec(output) ?? [];
  return version === undefined || name !== program ? undefined : { version };
}
