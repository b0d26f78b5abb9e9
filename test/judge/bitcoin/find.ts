import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** Returns the bitcoind of `BITCOIND`, or the first on PATH, or why there is none: a Bitcoin Core 30, or Bitcoin Knots 29.5, which has other keys. */
export function findJudge(): { program: string; isKnots: boolean } | { missing: string } {
  const { BITCOIND = '', PATH = '' } = process.env;
  const candidates = BITCOIND === '' ? PATH.split(path.delimiter).map((folder) => path.join(folder, 'bitcoind')) : [BITCOIND];
  const program = candidates.find((candidate) => existsSync(candidate));
  if (program === undefined)
    return { missing: BITCOIND === '' ? 'PATH has no bitcoind' : `BITCOIND names ${BITCOIND}, which is not there` };
  const [version = ''] = execFileSync(program, ['--version'], { encoding: 'utf8' }).split('\n');
  if (/Bitcoin Knots .*v29\.5\./.test(version)) return { program, isKnots: true };
  if (/Bitcoin Core .*v30\./.test(version)) return { program, isKnots: false };
  return { missing: `the differences to "${version}" are not known` };
}
