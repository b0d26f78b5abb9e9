import { createHash } from 'node:crypto';
import { bytesOf, makeTx, txidOf } from '../../node/transactions.js';
import type { Random } from '../../protocol/script/random.js';

type Call = (method: string, ...params: unknown[]) => Promise<unknown>;
/** An output that the chain can spend: its script has no signature. */
type Coin = { txid: string; index: number; value: bigint; owner: Owner };
type Owner = { script: Uint8Array; address: string | undefined; witness: Uint8Array[]; scriptSig: Uint8Array };

/** What a chain has: scripts as hex, with unspendable ones, and transactions by block. */
export type RandomChain = { scripts: string[]; txids: string[] };

/** `longest`: of scripts in bytes, which Knots limits. */
type Options = { blocks: number; longest?: number };

const OWNERS = 24;
const FEE = 2_000n;
/** How old a coinbase is when it is spent: more than 100, so that no reorganisation makes it too young. */
const RIPE = 105;
const START = 110;

/**
 * Makes a chain of about `blocks` blocks on a node: payments between scripts that need no signature, to scripts of all types and to data,
 * with coins of the mempool, reorganisations, and a mempool at the end.
 */
export async function makeRandomChain(
  call: Call,
  random: Random,
  { blocks, longest = Number.POSITIVE_INFINITY }: Options,
): Promise<RandomChain> {
  const owners = await Promise.all(Array.from({ length: OWNERS }, (_, number) => createOwner(call, number)));
  const dead = Array.from({ length: 12 }, (_, number) => deadScript(random, number)).filter(({ length }) => length <= longest);
  const coins: Coin[] = [];
  /** Coinbases by height that are too young. */
  const young = new Map<number, Coin>();
  const txids = new Set<string>();
  const miners = owners.filter(({ address }) => address !== undefined);

  const mine = async (count: number): Promise<void> => {
    const owner = random.pick(miners);
    for (const hash of (await call('generatetoaddress', count, owner.address)) as string[]) {
      const { height, tx } = (await call('getblock', hash, 2)) as { height: number; tx: { txid: string; vout: { value: number }[] }[] };
      const [coinbase] = tx;
      if (coinbase !== undefined) young.set(height, { txid: coinbase.txid, index: 0, value: satsOf(coinbase.vout[0]?.value), owner });
      for (const { txid } of tx) txids.add(txid);
      const ripe = young.get(height - RIPE);
      if (ripe === undefined) continue;
      young.delete(height - RIPE);
      coins.push(ripe);
    }
  };
  const pay = async (): Promise<void> => {
    const inputs = Array.from({ length: 1 + random.below(3) }, () => coins.splice(random.below(coins.length), 1)[0]).filter(
      (coin) => coin !== undefined,
    );
    const sum = inputs.reduce((total, { value }) => total + value, 0n);
    const count = BigInt(1 + random.below(4));
    const value = (sum - FEE) / count;
    if (value < 10_000n) return;
    const to = Array.from({ length: Number(count) }, () => random.pick(owners));
    const extra = random.oneIn(3) ? [random.pick(dead)] : [];
    const tx = makeTx({
      inputs: inputs.map(({ txid, index, owner: { witness, scriptSig } }) => ({ txid, index, witness, scriptSig })),
      outputs: [
        ...to.map(({ script }, at) => ({ value: at === 0 && extra.length > 0 ? value - 5_000n : value, scriptPubKey: script })),
        ...extra.map((script) => ({ value: script[0] === 0x6a ? 0n : 5_000n, scriptPubKey: script })),
      ],
    });
    const txid = txidOf(tx);
    await call('sendrawtransaction', Buffer.from(bytesOf(tx)).toString('hex'), 0);
    txids.add(txid);
    coins.push(...tx.outputs.slice(0, to.length).map((output, index) => ({ txid, index, value: output.value, owner: to[index] as Owner })));
  };

  await mine(START);
  while (((await call('getblockcount')) as number) < START + blocks) {
    for (let count = random.below(6); count > 0; count--) await pay();
    if (random.oneIn(8)) await reorganise(call, 1 + random.below(2), mine);
    else await mine(1);
  }
  for (let count = 0; count < 20; count++) await pay();
  return {
    scripts: [...owners.map(({ script }) => script), ...dead].map((script) => Buffer.from(script).toString('hex')),
    txids: [...txids],
  };
}

/** Replaces the last blocks by one more. Their payments go back to the mempool. */
async function reorganise(call: Call, depth: number, mine: (count: number) => Promise<void>): Promise<void> {
  const height = (await call('getblockcount')) as number;
  await call('invalidateblock', await call('getblockhash', height - depth + 1));
  await mine(depth + 1);
}

/** An owner whose coins anybody can spend. Each third one has P2WSH in P2SH. */
async function createOwner(call: Call, number: number): Promise<Owner> {
  // <number> OP_DROP OP_TRUE
  const witnessScript = Uint8Array.of(2, number, 1, 0x75, 0x51);
  const program = Uint8Array.of(0, 32, ...sha256(witnessScript));
  const isNested = number % 3 === 0;
  const { segwit } = (await call('decodescript', Buffer.from(witnessScript).toString('hex'))) as {
    segwit: { 'p2sh-segwit': string; address: string };
  };
  const address = isNested ? segwit['p2sh-segwit'] : segwit.address;
  const { scriptPubKey } = (await call('validateaddress', address)) as { scriptPubKey: string };
  return {
    script: new Uint8Array(Buffer.from(scriptPubKey, 'hex')),
    address,
    witness: [witnessScript],
    scriptSig: isNested ? Uint8Array.of(program.length, ...program) : new Uint8Array(),
  };
}

/** Scripts that nobody spends here, of all types that are relayed. */
function deadScript(random: Random, number: number): Uint8Array {
  const key = () => Uint8Array.of(2, ...Buffer.from('79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 'hex'));
  const forms = [
    () => Uint8Array.of(0x76, 0xa9, 20, ...random.bytes(20), 0x88, 0xac),
    () => Uint8Array.of(0, 20, ...random.bytes(20)),
    () => Uint8Array.of(0x51, 32, ...key().subarray(1)),
    () => Uint8Array.of(33, ...key(), 0xac),
    () => Uint8Array.of(0x51, 33, ...key(), 0x51, 0xae),
    () => Uint8Array.of(0x6a, 8, ...random.bytes(8)),
  ];
  return (forms[number % forms.length] ?? random.pick(forms))();
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

function satsOf(btc: number | undefined): bigint {
  return BigInt(Math.round((btc ?? 0) * 1e8));
}
