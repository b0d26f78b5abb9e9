import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Devnet, startDevnet } from 'stacks-devnet';
import { type Figure, measure } from './measure.js';

const BLOCKS = 1_000;
const IN_BLOCK = 5;

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
  ];
}

async function build(devnet: Devnet): Promise<void> {
  const { wallet_2 } = devnet.accounts;
  if (wallet_2 === undefined) throw new TypeError('no wallet_2');
  await devnet.stacks.deploy({ name: 'token', source: TOKEN, as: 'deployer', wait: false });
  await devnet.bitcoin.mine();
  const token = devnet.contract('token');
  for (let block = 0; block < BLOCKS; block++) {
    for (let index = 0; index < IN_BLOCK; index++) {
      const as = `wallet_${index + 3}`;
      if (index < 2) await devnet.stacks.transfer({ to: wallet_2.stx.address, amount: 1n, as, wait: false });
      else await token.call('mint', [BigInt(block + 1)], { as, wait: false });
    }
    await devnet.bitcoin.mine();
  }
}
