// Inscribes a text, etches a rune and mints it, with `ord` on a network. `ord` comes from PATH.
import { writeFile } from 'node:fs/promises';
import { startDevnet } from 'stacks-devnet';
import { startOrd } from './ord.js';

/** Blocks between the commitment to a rune and its etching. */
const MATURITY = 6;
const RUNE = 'STACKS•DEVNET•RUNE';

const devnet = await startDevnet({ mining: { bitcoin: 'manual' } });
const ord = await startOrd(devnet);
try {
  await ord.wallet('create');
  const [address] = (await ord.wallet('receive')).addresses;
  await devnet.faucet.btc(address, { amount: 100_000_000n, wait: false });
  await mine(1);

  await writeFile(ord.file('hello.txt'), 'hello ordinals');
  const { inscriptions, reveal } = await ord.wallet('inscribe', '--fee-rate=2', `--file=${ord.file('hello.txt')}`);
  await mine(1);
  const { id, content_type: type, content_length: length } = await ord.ask(`/inscription/${inscriptions[0].id}`);
  console.log(`inscribed ${length} bytes of ${type}: ${id}`);
  if (!id.startsWith(reveal)) throw new Error(`the inscription ${id} is not in ${reveal}`);

  await writeFile(ord.file('batch.yaml'), batch(ord.file('hello.txt')));
  // It ends once the commitment is mature and the etching is in the mempool.
  const etched = ord.wallet('batch', '--fee-rate=2', `--batch=${ord.file('batch.yaml')}`);
  await ord.until('the commitment is pending', async () => (await pending()).length > 0);
  await mine(MATURITY);
  await etched;
  await mine(1);
  const { entry, mintable } = await ord.ask(`/rune/${RUNE}`);
  console.log(`etched ${entry.spaced_rune}, which is ${mintable ? '' : 'not '}mintable`);

  await ord.wallet('mint', '--fee-rate=2', `--rune=${RUNE}`);
  await mine(1);
  console.log(`has ${(await ord.wallet('balance')).runes[RUNE]} of it`);

  await devnet.chaos.reorg({ blocks: 1 });
  await ord.sync();
  console.log(`has ${(await ord.wallet('balance')).runes[RUNE]} of it after a reorganisation`);
} finally {
  await ord.close();
  await devnet.close();
}

async function mine(blocks) {
  await devnet.bitcoin.mine(blocks);
  await ord.sync();
}

/** The transactions that wait for a block. */
async function pending() {
  return (await fetch(`${devnet.urls.bitcoin}/mempool/txids`)).json();
}

function batch(file) {
  return `mode: separate-outputs
etching:
  rune: ${RUNE}
  divisibility: 2
  premine: 1000
  supply: 1500
  symbol: $
  turbo: false
  terms:
    amount: 100
    cap: 5
inscriptions:
- file: ${file}
`;
}
