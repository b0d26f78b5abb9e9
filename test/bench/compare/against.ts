import path from 'node:path';
import { root } from '../program.js';
import { anvilSubject, installAnvil } from './anvil.js';
import { bitcoindSubject, bitcoinNodeSubject } from './bitcoind.js';
import { type Build, buildIn, checkOut } from './build.js';
import { type Comparison, compare } from './compare.js';
import { electrsSubject, electrumSubject } from './electrs.js';
import { signEthereumLoad } from './ethereum.js';
import type { FigureName } from './figures.js';
import type { Subject } from './interleave.js';
import { signLoad } from './load.js';
import { clarinetSubject, ownSimnetSubject } from './simnet.js';
import { buildSubject, fillCache, LIKE_ANVIL } from './visit.js';

const OF_BUILDS: FigureName[] = ['empty', 'warm', 'cold', 'second', ...LIKE_ANVIL, 'calls', 'memory', 'bitcoinStart', 'bitcoinSend'];
const BESIDE_ANVIL: FigureName[] = ['empty', 'answer', ...LIKE_ANVIL, 'memory'];

/** Compares this build (B) with that of a commit (A). */
export async function compareWithCommit(commit: string, home: string, rounds: number): Promise<Comparison> {
  const load = await signLoad();
  const subject = async (build: Build, folder: string): Promise<Subject> => {
    await fillCache(build, path.join(home, folder));
    return buildSubject(build, path.join(home, folder), load, OF_BUILDS);
  };
  const a = await checkOut(commit, path.join(home, 'checkout'));
  return compare(await subject(a, 'a'), await subject(buildIn(root, 'this build'), 'b'), rounds);
}

/** Compares this build (B) with Anvil (A). */
export async function compareWithAnvil(home: string, rounds: number): Promise<Comparison> {
  const anvil = await installAnvil(path.join(home, 'anvil'));
  const own = path.join(home, 'build');
  const build = buildIn(root, 'this build');
  await fillCache(build, own);
  const ours = buildSubject(build, own, await signLoad(), BESIDE_ANVIL);
  return compare(await anvilSubject(anvil, path.join(home, 'anvil-home'), signEthereumLoad()), ours, rounds);
}

/** Compares the simnet of this build (B) with Clarinet's (A). */
export function compareWithSimnet(home: string, rounds: number): Promise<Comparison> {
  return compare(clarinetSubject(path.join(home, 'clarinet')), ownSimnetSubject(path.join(home, 'own')), rounds);
}

/** Compares `node bitcoin` of this build (B) with bitcoind (A). */
export async function compareWithBitcoind(home: string, rounds: number): Promise<Comparison> {
  const ours = bitcoinNodeSubject(buildIn(root, 'this build'), path.join(home, 'own'));
  return compare(await bitcoindSubject(path.join(home, 'bitcoind')), ours, rounds);
}

/** Compares the Electrum server of this build (B) with electrs beside bitcoind (A). */
export async function compareWithElectrs(home: string, rounds: number): Promise<Comparison> {
  const ours = electrumSubject(buildIn(root, 'this build'), path.join(home, 'own'));
  return compare(await electrsSubject(path.join(home, 'electrs')), ours, rounds);
}
