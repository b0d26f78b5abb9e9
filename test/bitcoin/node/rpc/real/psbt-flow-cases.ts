import { parseTransaction } from '#dist/bitcoin/protocol/codec/transaction.js';
import { sha256 } from '#dist/bitcoin/protocol/crypto/hash.js';
import { parsePsbt } from '#dist/bitcoin/protocol/psbt/decode.js';
import { serializePsbt } from '#dist/bitcoin/protocol/psbt/encode.js';
import { fieldKey, INPUT, type PsbtMap, setField } from '#dist/bitcoin/protocol/psbt/psbt.js';
import { buildScript } from '#dist/bitcoin/protocol/script/build.js';
import { OP } from '#dist/bitcoin/protocol/script/opcodes.js';
import { TAPSCRIPT_LEAF_VERSION } from '#dist/bitcoin/protocol/script/taproot/taproot.js';
import { taprootOutput } from '#dist/bitcoin/protocol/script/taproot/taproot-output.js';
import { hex, TRUE_ADDRESS } from '../../harness.js';
import { COIN, rawTx, txidOf } from '../../transactions.js';
import { type Case, call, named } from './case.js';
import type { RpcClient } from './client.js';
import { about, stateOf, WITH_HASH_TYPE } from './psbt-cases.js';
import { KINDS, type Kind, PREIMAGE, PREIMAGE_HASH, TAPSCRIPTS, UNSPENDABLE_KEY, WIFS, WITNESS_SCRIPTS } from './psbt-kinds.js';
import { hand, type World } from './world.js';

/** Where on ranged descriptors the coins are; what they pay goes to the next index. */
const INDEX = 3;
const RANGE = [0, INDEX + 1];
const AMOUNT = COIN / 100n;
const FEE = 1_000n;
const SEQUENCE = 5;
const LOCK_TIME = 110;

type Coin = { txid: string; vout: number; script: Uint8Array };
/** Coins of all kinds, by their names, in the chains of both nodes. */
export type PsbtCoins = Record<'kinds' | 'witnessScripts' | 'tapscripts', Record<string, Coin>>;

/** Mines coins to spend. */
export async function fundPsbts(world: World, maker: RpcClient, real: RpcClient): Promise<PsbtCoins> {
  const outputs: { group: keyof PsbtCoins; name: string; script: Uint8Array }[] = [];
  for (const [name, { open }] of Object.entries(KINDS)) {
    const { scriptPubKey } = await outputOf(maker, open, INDEX);
    outputs.push({ group: 'kinds', name, script: scriptPubKey });
  }
  for (const [name, script] of Object.entries(WITNESS_SCRIPTS)) {
    outputs.push({ group: 'witnessScripts', name, script: buildScript([OP[0], sha256(script)]) });
  }
  for (const [name, script] of Object.entries(TAPSCRIPTS)) {
    outputs.push({ group: 'tapscripts', name, script: buildScript([OP[1], tapscriptOutput(script).key]) });
  }
  // A transaction for each: PSBTs have whole transactions in them.
  const fan = rawTx({
    inputs: [{ txid: world.free.at(-1) as string }],
    outputs: [...outputs.map(() => ({ value: AMOUNT })), { value: 50n * COIN - BigInt(outputs.length) * AMOUNT }],
  });
  const fanId = txidOf(parseTransaction(hex(fan)));
  const raws = outputs.map(({ script }, index) =>
    rawTx({ inputs: [{ txid: fanId, index }], outputs: [{ value: AMOUNT, scriptPubKey: script }] }),
  );
  const { hash } = await maker.call('generateblock', TRUE_ADDRESS, [fan, ...raws]);
  await hand(maker, real, hash);
  for (const mined of await maker.call('generatetoaddress', SEQUENCE, TRUE_ADDRESS)) await hand(maker, real, mined);
  const coins: PsbtCoins = { kinds: {}, witnessScripts: {}, tapscripts: {} };
  outputs.forEach(({ group, name, script }, index) => {
    coins[group][name] = { txid: txidOf(parseTransaction(hex(raws[index] as string))), vout: 0, script };
  });
  return coins;
}

function tapscriptOutput(script: Uint8Array) {
  const output = taprootOutput(hex(UNSPENDABLE_KEY), [{ depth: 0, version: TAPSCRIPT_LEAF_VERSION, script }]);
  if (output === undefined) throw new RangeError('no output');
  return output;
}

/** The script of a descriptor at an index, and its address where there is one. */
async function outputOf(node: RpcClient, descriptor: string, index: number): Promise<{ scriptPubKey: Uint8Array; address?: string }> {
  const { descriptor: text } = await node.call('getdescriptorinfo', descriptor);
  const addresses = await node.call('deriveaddresses', text, [index, index]).catch(() => []);
  const [address] = addresses;
  if (address !== undefined) return { scriptPubKey: hex((await node.call('validateaddress', address)).scriptPubKey), address };
  // Outputs without addresses are what a PSBT of them says.
  const { parseDescriptor } = await import('#dist/bitcoin/protocol/descriptor/parse-descriptor.js');
  return { scriptPubKey: parseDescriptor(descriptor).scripts(index)[0] as Uint8Array };
}

/** All roles for each kind of output: what each signer adds, put together, finished and offered to the mempool. */
export async function psbtKindCases(coins: PsbtCoins, node: RpcClient): Promise<Case[]> {
  const flows = Object.entries(KINDS).map(([name, kind]) => kindFlow(name, kind, coins.kinds[name] as Coin, node));
  return [...(await Promise.all(flows)).flat(), ...(await joinCases(coins, node))];
}

/** Witness scripts in miniscript, with the keys of each. */
export async function psbtWitnessScriptCases(coins: PsbtCoins, node: RpcClient): Promise<Case[]> {
  const flows = Object.entries(WITNESS_SCRIPTS).map(([name, script]) => {
    const learn = (input: PsbtMap) => setField(input, INPUT.WITNESS_SCRIPT, script);
    return scriptFlow(`P2WSH of ${name}`, coins.witnessScripts[name] as Coin, learn, node);
  });
  return (await Promise.all(flows)).flat();
}

/** Tapscripts in miniscript, with the keys of each. */
export async function psbtTapscriptCases(coins: PsbtCoins, node: RpcClient): Promise<Case[]> {
  const flows = Object.entries(TAPSCRIPTS).map(([name, script]) => {
    const { data } = tapscriptOutput(script);
    const learn = (input: PsbtMap) => {
      setField(input, INPUT.TAP_INTERNAL_KEY, data.internalKey);
      setField(input, INPUT.TAP_MERKLE_ROOT, data.merkleRoot);
      for (const { controls } of data.leaves.values()) {
        input.set(fieldKey(INPUT.TAP_LEAF_SCRIPT, controls[0]), Uint8Array.of(...script, TAPSCRIPT_LEAF_VERSION));
      }
    };
    return scriptFlow(`tapscript of ${name}`, coins.tapscripts[name] as Coin, learn, node);
  });
  return (await Promise.all(flows)).flat();
}

async function created(node: RpcClient, coin: Coin, address: string): Promise<string> {
  const input = { txid: coin.txid, vout: coin.vout, sequence: SEQUENCE };
  const amount = Number(AMOUNT - FEE) / Number(COIN);
  return node.call('createpsbt', [input], [{ [address]: amount }], LOCK_TIME);
}

async function kindFlow(name: string, { open, descriptors }: Kind, coin: Coin, node: RpcClient): Promise<Case[]> {
  const { address = TRUE_ADDRESS } = await outputOf(node, open, INDEX + 1);
  const psbt = await created(node, coin, address);
  const known = [{ desc: open, range: RANGE }];
  const updated = await node.call('utxoupdatepsbt', psbt, known);
  const signedBy: string[] = [];
  const cases = [
    call('utxoupdatepsbt', [psbt, known], 'values', `utxoupdatepsbt of ${name}`),
    ...stateOf(psbt, `of ${name}, created`),
    ...about(updated, `of ${name}, updated`),
  ];
  for (const desc of descriptors) {
    const own = [{ desc, range: RANGE }];
    const variants: Record<string, unknown[] | Record<string, unknown>> = {
      'at once': [psbt, own],
      'without finalizing': { psbt: updated, descriptors: own, finalize: false },
      [`without origins, ${WITH_HASH_TYPE}`]: {
        psbt,
        descriptors: own,
        bip32derivs: false,
        finalize: false,
        sighashtype: 'NONE|ANYONECANPAY',
      },
      'without origins': { psbt, descriptors: own, bip32derivs: false, finalize: false },
    };
    cases.push(
      ...Object.entries(variants).map(([how, params]) =>
        call('descriptorprocesspsbt', params, 'values', `descriptorprocesspsbt of ${name} ${how}`),
      ),
    );
    const { psbt: signed } = await processed(node, updated, own);
    signedBy.push(signed);
    cases.push(...stateOf(signed, `of ${name}, signed by one`));
  }
  const combined = await node.call('combinepsbt', signedBy);
  const { hex: raw, complete } = await node.call('finalizepsbt', combined);
  if (complete !== true) throw new Error(`${name} is not complete`);
  return [
    ...cases,
    call('combinepsbt', [signedBy], 'values', `combinepsbt of ${name}`),
    call('combinepsbt', [[...signedBy].reverse()], 'values', `combinepsbt of ${name}, the other way round`),
    call('combinepsbt', [[psbt, updated, ...signedBy]], 'values', `combinepsbt of ${name} with what it was`),
    ...about(combined, `of ${name}, combined`),
    call('testmempoolaccept', [[raw]], 'values', `testmempoolaccept of a PSBT of ${name}`),
    call('sendrawtransaction', [raw], 'values', `sendrawtransaction of a PSBT of ${name}`),
  ];
}

/** Signed, and left open. */
function processed(node: RpcClient, psbt: string, descriptors: unknown[]): Promise<{ psbt: string }> {
  return node.call('descriptorprocesspsbt', psbt, descriptors, null, true, false);
}

/** Scripts without descriptors on the node, which the PSBT must contain. Each signer signs with its key. @param learn adds the script */
async function scriptFlow(name: string, coin: Coin, learn: (input: PsbtMap) => void, node: RpcClient): Promise<Case[]> {
  const parsed = parsePsbt(Buffer.from(await created(node, coin, TRUE_ADDRESS), 'base64'));
  for (const input of parsed.inputs) {
    learn(input);
    input.set(fieldKey(INPUT.SHA256, PREIMAGE_HASH), PREIMAGE);
  }
  const psbt = await node.call('utxoupdatepsbt', Buffer.from(serializePsbt(parsed)).toString('base64'));
  const cases = stateOf(psbt, `of ${name}`);
  const sets = [[0], [1], [0, 1, 2]].map((signers) => signers.map((signer) => `pk(${WIFS[signer]})`));
  for (const descriptors of sets) {
    const title = `of ${name}, signed by ${descriptors.length}`;
    cases.push(call('descriptorprocesspsbt', [psbt, descriptors], 'values', `descriptorprocesspsbt ${title}`));
    const { psbt: signed } = await processed(node, psbt, descriptors);
    cases.push(...stateOf(signed, title));
  }
  return cases;
}

/** PSBTs that become one; in random order, so that one with several inputs or outputs is compared by its members only. */
async function joinCases(coins: PsbtCoins, node: RpcClient): Promise<Case[]> {
  const [first, second] = Object.values(coins.kinds) as [Coin, Coin];
  const one = await node.call('createpsbt', [{ txid: first.txid, vout: first.vout }], [], 7);
  const two = await node.call('createpsbt', [], [{ [TRUE_ADDRESS]: 1 }], 5);
  const three = await node.call('createpsbt', [{ txid: second.txid, vout: second.vout }], [{ data: '00' }]);
  const other = await node.call('createpsbt', [{ txid: first.txid, vout: first.vout, sequence: 1 }], []);
  const parsed = parsePsbt(Buffer.from(two, 'base64'));
  parsed.global.set('05aa', hex('01'));
  parsed.global.set('fc016100', hex('02'));
  const unknown = Buffer.from(serializePsbt(parsed)).toString('base64');
  return [
    ...named('joinpsbts', {
      'of an input and an output': [[one, two]],
      'of an input and an output with unknown fields': [[one, unknown]],
      'of the same input': [[one, one, two]],
    }),
    call('joinpsbts', [[one, two, three]], 'types', 'joinpsbts of several'),
    call('joinpsbts', [[one, other]], 'types', 'joinpsbts of the same input with another sequence'),
    ...named('combinepsbt', { 'of unknown fields': [[two, unknown]], 'of unknown fields, first': [[unknown, two]] }),
  ];
}
