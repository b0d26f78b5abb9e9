import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Devnet, startDevnet } from 'stacks-devnet';
import { type Figure, measure } from './measure.js';

const BLOCKS = 1_000;
const IN_BLOCK = 5;
/** Blocks whose processor time is measured at once, and how often. */
const [MEASURED, ROUNDS] = [100, 9];

/** A token with the state of most contracts: balances, a map, variables. */
const TOKEN = `(define-fungible-token token)
(define-map transfers {who: principal, at: uint} {amount: uint, note: (optional (buff 16))})
(define-data-var count uint u0)
(define-public (mint (amount uint))
  (begin
    (var-set count (+ (var-get count) u1))
    (map-set transfers {who: tx-sender, at: stacks-block-height} {amount: amount, note: (some 0x01020304)})
    (print {event: "mint", amount: amount, count: (var-get count)})
    (ft-mint? token amount tx-sender)))`;

/** Measures files with the state of a network that has 1,000 blocks on both chains with 5,000 Stacks transactions. */
export async function stateFileFigures(home: string): Promise<Figure[]> {
  await mkdir(home, { recursive: true });
  const file = path.join(home, 'long.state');
  await using made = await startDevnet({ gateway: false, mining: { bitcoin: 'manual', stacks: 'manual' } });
  await build(made);
  await writeFile(file, await made.dumpState());
  const bytes = await readFile(file);
  await using other = await startDevnet({ gateway: false, mining: { bitcoin: 'manual', stacks: 'manual' } });
  const start = (options: Parameters<typeof startDevnet>[0]) =>
    measure(options === undefined ? 'start' : 'start from the file', '', 7, async () => {
      const started = performance.now();
      const devnet = await startDevnet({ gateway: false, ...options });
      const took = performance.now() - started;
      await devnet.close();
      return took;
    });
  return [
    await measure('write', '', 11, () => made.dumpState()),
    await measure('load', '≤ 400', 11, () => other.loadState(bytes)),
    await start(undefined),
    await start({ loadState: file }),
    await measure('size', '', 1, async () => bytes.length / 2 ** 20, 'MiB'),
    ...(await journalFigures(path.join(home, 'kept.state'))),
  ];
}

/** Measures what a block of five transactions costs more in a network with a state file: processor time of all threads, and bytes. */
async function journalFigures(file: string): Promise<Figure[]> {
  await using plain = await startDevnet({ gateway: false, mining: { bitcoin: 'manual', stacks: 'manual' } });
  await using kept = await startDevnet({ gateway: false, mining: { bitcoin: 'manual', stacks: 'manual' }, state: file });
  const networks = { plain: await minerOf(plain), kept: await minerOf(kept) };
  const times = { plain: [] as number[], kept: [] as number[] };
  const sizes: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    for (const name of ['plain', 'kept'] as const) {
      const [before, size] = [process.cpuUsage(), await sizeOf(file)];
      for (let block = 0; block < MEASURED; block++) await networks[name]();
      // The last blocks are written, too.
      await new Promise((resolve) => setTimeout(resolve, 500));
      const { user, system } = process.cpuUsage(before);
      // The first round compiles.
      if (round === 0) continue;
      times[name].push((user + system) / 1000 / MEASURED);
      const grown = (await sizeOf(file)) - size;
      // A journal that became a state is shorter.
      if (name === 'kept' && grown > 0) sizes.push(grown / MEASURED / IN_BLOCK);
    }
  }
  const more = times.kept.map((time, round) => time - (times.plain[round] ?? 0));
  return [
    await measure('processor time of a block of five transactions', '', ROUNDS, async (round) => times.plain[round]),
    await measure('the same, more with a state file', '≤ 1', ROUNDS, async (round) => more[round]),
    await measure('bytes of the journal for a transaction', '', sizes.length, async (round) => sizes[round], 'bytes'),
  ];
}

async function sizeOf(file: string): Promise<number> {
  // A new network writes its state a moment after its start.
  return (await stat(file).catch(() => undefined))?.size ?? 0;
}

async function build(devnet: Devnet): Promise<void> {
  const mine = await minerOf(devnet);
  for (let block = 0; block < BLOCKS; block++) await mine();
}

/** Deploys the token. @returns mines a Bitcoin and a Stacks block with payments and calls */
async function minerOf(devnet: Devnet): Promise<() => Promise<void>> {
  const { wallet_2 } = devnet.accounts;
  if (wallet_2 === undefined) throw new TypeError('no wallet_2');
  await devnet.stacks.deploy({ name: 'token', source: TOKEN, as: 'deployer', wait: false });
  await devnet.bitcoin.mine();
  const token = devnet.contract('token');
  let block = 0;
  return async () => {
    block++;
    for (let index = 0; index < IN_BLOCK; index++) {
      const as = `wallet_${index + 3}`;
      if (index < 2) await devnet.stacks.transfer({ to: wallet_2.stx.address, amount: 1n, as, wait: false });
      else await token.call('mint', [BigInt(block)], { as, wait: false });
    }
    await devnet.bitcoin.mine();
  };
}
