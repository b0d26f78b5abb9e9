import { parseArgs } from 'node:util';
import { type Devnet, type DevnetOptions, startDevnet } from 'stacks-devnet';
import { streams } from '#dist/network/operations/streams.js';
import type { LocalDevnet } from '#dist/network/types.js';
import { temporaryHome } from '../temporary-home.js';
import { checkSigners } from './signers.js';
import { startTraffic } from './traffic.js';

/**
 * npm run soak [-- --engine native --blocks 500 --payments 1 --epoch 4.0 --signers 3]: mines Bitcoin blocks over many reward cycles while
 * the faucets pay, `payments` times on each chain for each block. Fails at the first stall, lost payment or cycle without signers. Images
 * and programs come from the settings' environment.
 */
const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'native' },
    blocks: { type: 'string', default: '500' },
    payments: { type: 'string', default: '1' },
    epoch: { type: 'string' },
    signers: { type: 'string', default: '1' },
  },
});
const engine = readEngine(values.engine);
const wanted = readCount('blocks');
const paymentsOfBlock = readCount('payments');

const home = temporaryHome('soak');
const started = performance.now();
const stalls: string[] = [];
const memory: Memory[] = [];
const rounds: number[] = [];
await using devnet = await startDevnet({
  ...readImages(),
  ...(values.epoch === undefined ? {} : { epoch: values.epoch as '4.0' }),
  engine,
  signers: Number(values.signers),
  gateway: false,
  cache: { dir: home, enabled: false },
});
devnet.subscribe((event) => {
  if (event.type === 'stall') stalls.push(`${event.cause}. ${event.remedy}`);
});
const { bitcoin: first, cycle: firstCycle } = await devnet.status();
const traffic = await startTraffic(devnet);
const seconds = () => ((performance.now() - started) / 1_000).toFixed(0);
console.log(
  `${engine}, ${values.signers} signers, epoch ${(await devnet.status()).epoch}: ready at Bitcoin block ${first.height}, ` +
    `cycle ${firstCycle.id}, after ${seconds()} s`,
);
let cycle = firstCycle.id;
for (;;) {
  const round = performance.now();
  try {
    await traffic.pay(paymentsOfBlock);
    await devnet.bitcoin.mine(1);
    if (stalls.length > 0) throw new Error(`a stall: ${stalls.join(' ')}`);
  } catch (error) {
    await explainFailure();
    throw error;
  }
  rounds.push(performance.now() - round);
  const { bitcoin, stacks, cycle: now } = await devnet.status();
  if (now.id !== cycle) {
    cycle = now.id;
    // The embedded network has no stackers: its blocks need no signatures.
    if (engine !== 'embedded') await checkSigners(devnet, cycle);
    const used = measureMemory();
    memory.push(used);
    console.log(
      `cycle ${cycle}: Bitcoin ${bitcoin.height}, Stacks ${stacks.height}, ${traffic.payments()} payments on each chain, ` +
        `${textOf(used)}, ${seconds()} s`,
    );
  }
  if (bitcoin.height - first.height >= wanted) break;
}
await traffic.check();
rounds.sort((a, b) => a - b);
const at = (share: number) => ((rounds[Math.floor(share * (rounds.length - 1))] ?? 0) / 1_000).toFixed(2);
const { bitcoin } = await devnet.status();
console.log(
  [
    `${bitcoin.height - first.height} Bitcoin blocks, ${cycle - firstCycle.id} reward cycles in ${seconds()} s: ` +
      'no stall, no cycle without signers',
    `${traffic.payments()} payments on each chain, every one confirmed once`,
    `a round of ${2 * paymentsOfBlock} payments and a block: median ${at(0.5)} s, p95 ${at(0.95)} s, longest ${at(1)} s`,
    ...[memory[0], memory.at(-1)].map(
      (used, index) => `memory after the ${index === 0 ? 'first' : 'last'} cycle: ${used === undefined ? 'not measured' : textOf(used)}`,
    ),
  ].join('\n'),
);

/** Prints what the network reported, and the last output of its programs. */
async function explainFailure(): Promise<void> {
  console.log(`after ${seconds()} s, stalls: ${stalls.join(' ') || 'none'}\n${JSON.stringify(await devnet.status())}`);
  const { perform } = devnet as Devnet & Pick<LocalDevnet, 'perform'>;
  const { logs } = (await perform(streams.logs, {})) as Awaited<ReturnType<typeof streams.logs.run>>;
  for (const { name } of logs) {
    console.log(`\n${name}:`);
    const log = await perform(streams.log, { name, tail: 300, signal: AbortSignal.timeout(10_000) });
    for await (const text of log as AsyncIterable<string>) console.log(text);
  }
}

/** In MiB: the heap in use after garbage collection, and the resident memory of this process. */
type Memory = { heap: number; resident: number };

function measureMemory(): Memory {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  return { heap: heapUsed / 2 ** 20, resident: rss / 2 ** 20 };
}

function textOf({ heap, resident }: Memory): string {
  return `heap ${heap.toFixed(0)} MiB, resident ${resident.toFixed(0)} MiB`;
}

function readCount(name: 'blocks' | 'payments'): number {
  const count = Number(values[name]);
  if (!Number.isSafeInteger(count) || count < 1) throw new RangeError(`--${name}: a whole number from 1, not ${values[name]}`);
  return count;
}

function readEngine(name: string): 'embedded' | 'native' | 'docker' {
  if (name === 'embedded' || name === 'native' || name === 'docker') return name;
  throw new RangeError(`--engine: embedded, native or docker, not ${name}`);
}

/** The same variables as the command line. */
function readImages(): Pick<DevnetOptions, 'images'> {
  const {
    DEVNET_IMAGES_BITCOIND: bitcoind,
    DEVNET_IMAGES_STACKS_NODE: stacksNode,
    DEVNET_IMAGES_STACKS_SIGNER: stacksSigner,
  } = process.env;
  return { images: { bitcoind, stacksNode, stacksSigner } };
}
