import { blockHash } from '../../../../protocol/codec/block.js';
import { RejectError } from '../../../../protocol/codec/error.js';
import { hashToHex, toHex } from '../../../../protocol/codec/hex.js';
import { MAX_BLOCK_WEIGHT, WITNESS_SCALE_FACTOR } from '../../../../protocol/codec/transaction.js';
import { OP } from '../../../../protocol/script/opcodes.js';
import { MAX_BLOCK_SIGOPS_COST } from '../../../chain/params.js';
import { recordTx, txHex } from '../../../chain/tx-record.js';
import { TEST_DUMMY_BIT, testDummyState } from '../../../chain/validation/version-bits.js';
import type { NodeCore } from '../../../core.js';
import type { MempoolEntry } from '../../../mempool/entry.js';
import type { Pool } from '../../../mempool/pool.js';
import { textOf } from '../../arguments/arguments.js';
import { parseHash } from '../../arguments/parse-hash.js';
import { decodeBlock } from '../../decode/decode-block.js';
import { RPC_CODE, RpcError } from '../../error.js';
import type { JsonObject } from '../../json/json.js';
import type { Method, MethodContext } from '../../method.js';
import { BITS_HEX, TARGET_HEX } from '../../view/header.js';

/** The time until a long poll returns for a changed mempool. */
const LONG_POLL_MS = 60_000;
const HASH_LENGTH = 64;
/** The output script of the template's coinbase. Miners replace the coinbase. */
const ANYONE = Uint8Array.of(OP[1]);

/** Block templates for external miners (BIP22, BIP23, BIP9, BIP145). */
export const TEMPLATE_METHODS: Method[] = [
  {
    name: 'getblocktemplate',
    category: 'Mining',
    description: 'Returns a template for a block on top of the tip, or checks a proposed block.',
    parameters: [
      {
        name: 'template_request',
        usage: '{"mode":"str","capabilities":["str",...],"rules":["segwit","str",...],"longpollid":"str","data":"hex"}',
        type: 'object',
        description: 'The request.',
      },
    ],
    result: '{...} (object) the template; for a proposal null, or "str" (string) the reject reason',
    handler: async (args, context) => {
      const { mode: given, data, rules, longpollid } = args.raw('template_request') as Record<string, unknown>;
      const mode = given ?? 'template';
      if (mode === 'proposal') return judge(data, context.core);
      if (mode !== 'template') throw new RpcError(RPC_CODE.INVALID_PARAMETER, 'Invalid mode');
      const known = Array.isArray(rules) ? rules.map(textOf) : [];
      if (typeof longpollid === 'string') await untilNews(longpollid, context);
      if (!known.includes('segwit')) {
        const text = 'getblocktemplate must be called with the segwit rule set (call with {"rules": ["segwit"]})';
        throw new RpcError(RPC_CODE.INVALID_PARAMETER, text);
      }
      return templateJson(context.core);
    },
  },
];

/** Checks a block without proof of work on top of the tip: BIP23's proposals. */
function judge(data: unknown, { chain }: NodeCore): string | null {
  if (typeof data !== 'string') throw new RpcError(RPC_CODE.TYPE_ERROR, 'Missing data String key for proposal');
  const block = decodeBlock(data);
  const known = chain.header(hashToHex(blockHash(block.header)));
  if (known !== undefined) {
    if (chain.isInvalid(known)) return 'duplicate-invalid';
    return chain.block(known.hash)?.isConnected ? 'duplicate' : 'duplicate-inconclusive';
  }
  if (hashToHex(block.header.previous) !== chain.tip().hash) return 'inconclusive-not-best-prevblk';
  try {
    chain.check(block, block.transactions.map(recordTx));
    return null;
  } catch (error) {
    if (error instanceof RejectError) return error.reason;
    throw error;
  }
}

/** Waits until the tip differs from that of an earlier template or, after some time, until the mempool has changed. */
function untilNews(id: string, { core, onGone }: MethodContext): Promise<void> {
  const tip = parseHash(id.slice(0, HASH_LENGTH), 'longpollid');
  const sequence = Number.parseInt(id.slice(HASH_LENGTH), 10) || 0;
  return new Promise((resolve) => {
    let patient = true;
    const check = () => {
      if (core.chain.tip().hash !== tip || (!patient && core.mempool.pool.sequence() !== sequence)) finish();
    };
    const finish = () => {
      unsubscribe();
      clearTimeout(timer);
      resolve();
    };
    const unsubscribe = core.emitter.subscribe(check);
    const timer = setTimeout(() => {
      patient = false;
      check();
    }, LONG_POLL_MS);
    onGone(finish);
    check();
  });
}

function templateJson({ chain, clock, miner, mempool }: NodeCore): JsonObject {
  const tip = chain.tip();
  const { block, entries } = miner.template(ANYONE);
  const height = tip.height + 1;
  const isSegwit = height >= chain.activation.segwit;
  const scale = isSegwit ? 1 : WITNESS_SCALE_FACTOR;
  const { status } = testDummyState(tip, chain.activation.testdummy);
  const [coinbase] = block.transactions;
  const fees = entries.reduce((sum, { fee }) => sum + fee, 0n);
  return {
    capabilities: ['proposal'],
    version: block.header.version,
    rules: ['csv', ...(isSegwit ? ['!segwit'] : []), ...(status === 'active' ? ['testdummy'] : []), 'taproot'],
    vbavailable: status === 'started' || status === 'locked_in' ? { testdummy: TEST_DUMMY_BIT } : {},
    vbrequired: 0,
    previousblockhash: tip.hash,
    transactions: transactionsJson(entries, mempool.pool, scale),
    coinbaseaux: {},
    coinbasevalue: Number(chain.subsidy(height) + fees),
    longpollid: `${tip.hash}${mempool.pool.sequence()}`,
    target: TARGET_HEX,
    mintime: clock.minBlockTime(tip),
    mutable: ['time', 'transactions', 'prevblock'],
    noncerange: '00000000ffffffff',
    sigoplimit: MAX_BLOCK_SIGOPS_COST / scale,
    sizelimit: MAX_BLOCK_WEIGHT / scale,
    weightlimit: isSegwit ? MAX_BLOCK_WEIGHT : undefined,
    curtime: block.header.time,
    bits: BITS_HEX,
    height,
    default_witness_commitment: toHex(coinbase?.outputs[1]?.scriptPubKey ?? new Uint8Array()),
  };
}

/** @param scale what the cost of a sigop is divided by, because before BIP141 a sigop counts as 1 */
function transactionsJson(entries: MempoolEntry[], pool: Pool, scale: number): JsonObject[] {
  const positions = new Map(entries.map(({ record }, index) => [record.txid, index + 1]));
  return entries.map((entry) => ({
    data: txHex(entry.record.tx),
    txid: entry.record.txid,
    hash: entry.record.wtxid,
    depends: [...pool.parents(entry).keys()].flatMap((txid) => positions.get(txid) ?? []),
    fee: Number(entry.fee),
    sigops: entry.sigOpCost / scale,
    weight: entry.record.weight,
  }));
}
