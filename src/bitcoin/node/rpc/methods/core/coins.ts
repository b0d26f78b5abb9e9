import { createTurns, mapInTurns } from '../../../../../base/turns.js';
import { hashFromHex, hashToHex, toHex } from '../../../../protocol/codec/hex.js';
import { outPointKey } from '../../../../protocol/codec/transaction.js';
import type { SigningKeys } from '../../../../protocol/script/signing/signing-keys.js';
import type { Coin } from '../../../chain/coin.js';
import { MEMPOOL_HEIGHT } from '../../../chain/coin.js';
import { coinHash, coinMuHash, compareOutPointKeys, splitOutPointKey } from '../../../chain/coin-hash.js';
import { originCoins } from '../../../chain/origin-coins.js';
import type { NodeCore } from '../../../core.js';
import { parseHash } from '../../arguments/parse-hash.js';
import { RPC_CODE, RpcError } from '../../error.js';
import type { Json, JsonObject } from '../../json/json.js';
import type { Method } from '../../method.js';
import { notInFork } from '../../not-in-fork.js';
import { scriptJson } from '../../view/script.js';

const HASH_TYPES = ['hash_serialized_3', 'muhash', 'none'];

/** Unspent outputs. */
export const COIN_METHODS: Method[] = [
  {
    name: 'gettxout',
    category: 'Blockchain',
    description: 'Returns an unspent output, or null if it is spent or unknown.',
    parameters: [
      { name: 'txid', type: 'hex', description: 'Its transaction.' },
      { name: 'n', type: 'numeric', description: 'Its index.' },
      { name: 'include_mempool', type: 'boolean', description: 'Include outputs and spends of the mempool.', default: 'true' },
    ],
    result: '{...} (object) or null',
    handler: (args, { core: { chain, mempool } }) => {
      const hash = hashFromHex(parseHash(args.string('txid'), 'txid'));
      const key = outPointKey({ hash, index: args.uint('n') });
      const withMempool = !args.has('include_mempool') || args.boolean('include_mempool');
      if (withMempool && mempool.pool.spender(key) !== undefined) return null;
      const coin = (withMempool ? mempool.pool.coin(key) : undefined) ?? chain.coin(key);
      if (coin === undefined) return null;
      const tip = chain.tip();
      return {
        bestblock: tip.hash,
        confirmations: coin.height === MEMPOOL_HEIGHT ? 0 : tip.height - coin.height + 1,
        value: coin.value,
        scriptPubKey: scriptJson(coin.scriptPubKey),
        coinbase: coin.coinbase,
      };
    },
  },
  {
    name: 'scantxoutset',
    category: 'Blockchain',
    description: 'Finds the unspent outputs of descriptors. A scan runs within its call: status and abort find none.',
    parameters: [
      { name: 'action', type: 'string', description: 'start, status or abort.' },
      {
        name: 'scanobjects',
        usage: '[scanobjects,...]',
        type: 'array',
        description: 'Descriptors, or objects {"desc", "range"}; for start.',
        default: '',
      },
    ],
    result: '{...} (object) the unspent outputs; null for status, false for abort',
    handler: async (args, { core }) => {
      const action = args.string('action');
      if (action === 'status') return null;
      if (action === 'abort') return false;
      if (action !== 'start') throw new RpcError(RPC_CODE.INVALID_PARAMETER, `Invalid action '${action}'`);
      if (args.count < 2) throw new RpcError(RPC_CODE.MISC_ERROR, 'scanobjects argument is required for the start action');
      const { descriptorKeys } = await import('../../keys/descriptor-keys.js');
      const { inferKnownDescriptor } = await import('../../../../protocol/descriptor/infer-known-descriptor.js');
      // As in Core, a script is shown by the first object that has it, with the keys of that one only.
      const found = new Map<string, SigningKeys>();
      for (const object of args.array('scanobjects')) {
        const keys = await descriptorKeys([object]);
        for (const script of keys.outputScripts.map(toHex)) if (!found.has(script)) found.set(script, keys);
      }
      return scan(core, found, inferKnownDescriptor);
    },
  },
  {
    name: 'gettxoutsetinfo',
    category: 'Blockchain',
    description: 'Statistics of all unspent outputs.',
    parameters: [
      { name: 'hash_type', type: 'string', description: 'hash_serialized_3, muhash or none.', default: 'hash_serialized_3' },
      {
        name: 'hash_or_height',
        type: 'numeric',
        description: 'A block other than the tip, which requires an index that the node does not have.',
        default: 'the tip',
        unchecked: true,
      },
      { name: 'use_index', type: 'boolean', description: 'Ignored: there is no index.', default: 'true' },
    ],
    result: '{...} (object) counts, the hash and the total amount',
    handler: async (args, { core: { chain } }) => {
      const type = args.has('hash_type') ? args.string('hash_type') : 'hash_serialized_3';
      if (!HASH_TYPES.includes(type)) throw new RpcError(RPC_CODE.INVALID_PARAMETER, `'${type}' is not a valid hash_type`);
      if (args.has('hash_or_height')) {
        throw new RpcError(RPC_CODE.INVALID_PARAMETER, 'Querying specific block heights requires coinstatsindex');
      }
      if (chain.origin !== undefined) throw notInFork(chain, 'nobody has all unspent outputs of a fork');
      const tip = chain.tip();
      const transactions = new Set<string>();
      let total = 0n;
      let bogosize = 0;
      // Blocks may come meanwhile.
      const coins = [...chain.coins()];
      const turn = createTurns();
      for (const [key, coin] of coins) {
        await turn();
        transactions.add(toHex(splitOutPointKey(key).hash));
        total += coin.value;
        bogosize += BOGO_OVERHEAD + coin.scriptPubKey.length;
      }
      return {
        height: tip.height,
        bestblock: tip.hash,
        txouts: coins.length,
        bogosize,
        hash_serialized_3: type === 'hash_serialized_3' ? await coinHash(coins) : undefined,
        muhash: type === 'muhash' ? await coinMuHash(coins) : undefined,
        total_amount: total,
        transactions: transactions.size,
        disk_size: 0,
      };
    },
  },
];

/** The bytes that Core counts for an output besides its script: txid, index, height, amount, length. */
const BOGO_OVERHEAD = 50;

type Describe = (script: Uint8Array, keys: SigningKeys) => string;

/** The coins are those when it is called; other calls are answered meanwhile. @param keysOf by output script, which it looks for */
async function scan({ chain }: NodeCore, keysOf: ReadonlyMap<string, SigningKeys>, describe: Describe): Promise<Json> {
  const tip = chain.tip();
  const coins = [...chain.coins()];
  const found: { key: string; coin: Coin; hex: string; blockhash: string | undefined }[] = originCoins(chain, new Set(keysOf.keys())).map(
    (each) => ({
      ...each,
      hex: toHex(each.coin.scriptPubKey),
    }),
  );
  const turn = createTurns();
  for (const [key, coin] of coins) {
    await turn();
    const hex = toHex(coin.scriptPubKey);
    if (keysOf.has(hex)) found.push({ key, coin, blockhash: chain.lookup.at(coin.height)?.hash, hex });
  }
  found.sort((left, right) => compareOutPointKeys(left.key, right.key));
  // Many coins share few scripts, for example a miner's.
  const descriptors = new Map<string, string>();
  const unspents = await mapInTurns(found, ({ key, coin, hex, blockhash }): JsonObject => {
    const desc = descriptors.get(hex) ?? describe(coin.scriptPubKey, keysOf.get(hex) as SigningKeys);
    descriptors.set(hex, desc);
    return { ...location(key), ...coinJson(coin, hex, desc, tip.height, blockhash) };
  });
  return {
    success: true,
    txouts: coins.length,
    height: tip.height,
    bestblock: tip.hash,
    unspents,
    total_amount: found.reduce((sum, { coin }) => sum + coin.value, 0n),
  };
}

function location(key: string): JsonObject {
  const { hash, index } = splitOutPointKey(key);
  return { txid: hashToHex(hash), vout: index };
}

function coinJson(coin: Coin, scriptPubKey: string, desc: string, tipHeight: number, blockhash: string | undefined): JsonObject {
  return {
    scriptPubKey,
    desc,
    amount: coin.value,
    coinbase: coin.coinbase,
    height: coin.height,
    blockhash,
    confirmations: tipHeight - coin.height + 1,
  };
}
