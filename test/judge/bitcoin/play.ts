import * as btc from '@scure/btc-signer';
import { hex, TRUE_ADDRESS } from '../../bitcoin/node/harness.js';
import { type Case, call as callOf } from '../../bitcoin/node/rpc/real/case.js';
import type { HttpReply } from '../../bitcoin/node/rpc/real/client.js';
import { compareReplies, type Depth, type Difference as Unequal } from '../../bitcoin/node/rpc/real/compare.js';
import { rawTx } from '../../bitcoin/node/transactions.js';
import type { Reach } from '../reach.js';
import type { Difference } from '../types.js';
import { History } from './history.js';
import { indexQuestion } from './index-questions.js';
import { followNotifications, type Notifications } from './notifications.js';
import { playPeers } from './peers.js';
import type { Sides } from './sides.js';
import type { Step } from './steps.js';
import { WALLETS, type World } from './world.js';

/** Lists whose order is left to a hash table. */
const UNORDERED = new Set([
  ...['listunspent', 'listreceivedbyaddress', 'listreceivedbylabel', 'getaddressesbylabel', 'listaddressgroupings', 'listlockunspent'],
  ...['gethdkeys', 'getchaintips', 'getprioritisedtransactions', 'listsinceblock', 'listwallets', 'listbanned'],
]);
const OF_STATE = ['getblockchaininfo', 'getchaintips', 'getmempoolinfo', 'gettxoutsetinfo', 'getmininginfo', 'getprioritisedtransactions'];
const OF_WALLET = [
  'getbalances',
  'listunspent',
  'listlockunspent',
  'getwalletinfo',
  'listreceivedbyaddress',
  'listlabels',
  'listdescriptors',
];
const REGTEST = { ...btc.TEST_NETWORK, bech32: 'bcrt' };

/** A request takes at most this long. */
const DEADLINE_MS = 30_000;

/** Plays steps on both sides, and yields what is not the same. @param isMeant says which differences have a reason */
export async function* play(
  steps: readonly Step[],
  { sides, world, reach, isMeant }: { sides: Sides; world: World; reach: Reach; isMeant: (given: Case, unequal: Unequal) => boolean },
): AsyncGenerator<Difference> {
  const history = new History(world);
  const { ours, judge } = sides;
  let now = world.time;
  using notifications = await followNotifications(sides, reach);

  for (const [at, step] of [...steps, { do: 'state' as const }].entries()) {
    await judge.between(between(step), now);
    const index = Math.min(at, steps.length - 1);
    for await (const { about, unequal } of differences(step)) {
      yield { step: index, about, path: withoutNames(unequal.path), ours: unequal.embedded, judge: unequal.real };
    }
  }
  if (notifications !== undefined) {
    for await (const { about, unequal } of published(notifications)) {
      yield { step: steps.length - 1, about, path: unequal.path, ours: unequal.embedded, judge: unequal.real };
    }
  }

  /** Both nodes have published everything when they have published one more block. */
  async function* published(notifications: Notifications): AsyncGenerator<{ about: string; unequal: Unequal }> {
    for await (const _ of mine({ do: 'mine', count: 1, to: TRUE_ADDRESS })) return;
    await judge.settled();
    const block = await ours.call('getblock', await ours.call('getbestblockhash'), 0);
    if ((await judge.call('getbestblockhash')) === (await ours.call('getbestblockhash'))) yield* notifications.until(block);
  }

  async function* differences(step: Step): AsyncGenerator<{ about: string; unequal: Unequal }> {
    if (step.do === 'mine') yield* mine(step);
    else if (step.do === 'time') {
      // A wallet notes when it hears of something.
      await judge.settled();
      now += step.by;
      yield* both(callOf('setmocktime', [now]));
    } else if (step.do === 'pay') yield* pay(step);
    else if (step.do === 'spoil') {
      const raw = String(history.resolve(step.raw));
      if (raw === '') return;
      const bytes = Buffer.from(raw, 'hex');
      const position = step.at % bytes.length;
      bytes[position] = (bytes[position] as number) ^ step.byte;
      yield* both(callOf('decoderawtransaction', [bytes.toString('hex')]));
      yield* both(callOf('testmempoolaccept', [[bytes.toString('hex')]]));
      yield* both(callOf('sendrawtransaction', [bytes.toString('hex')]));
    } else if (step.do === 'call') {
      // bitcoind's index of transactions follows the chain later, and leaves out a block that is gone by then.
      if (step.method === 'invalidateblock') await judge.settled();
      const params = history.resolve(step.params) as unknown[];
      const given = callOf(step.method, params, UNORDERED.has(step.method) ? 'unordered' : 'values');
      yield* both(step.wallet === undefined ? given : { ...given, options: { path: `/wallet/${step.wallet}` } });
    } else if (step.do === 'rest') {
      const [kind, ...parts] = step.path.map((part) => String(history.resolve(part)));
      const end = parts.pop() ?? '';
      const path = `/rest/${[kind, ...parts].join('/')}${end}${step.query === undefined ? '' : `?${step.query}`}`;
      const about = `rest ${kind}`;
      yield* both({ title: path, about, body: '', options: { method: 'GET', path } });
    } else if (step.do === 'peers') {
      const doing = {
        submit: (raw: string) => both(callOf('sendrawtransaction', [raw, 0])),
        mine: (to: string) => mine({ do: 'mine', count: 1, to }),
      };
      yield* playPeers(step, { ours, judge, history, reach, doing });
    } else if (step.do === 'index') {
      await judge.settled();
      yield* indexQuestion(step, { ours, judge, history, reach });
    } else if (step.do === 'state') {
      for (const method of OF_STATE) yield* both(callOf(method, [], UNORDERED.has(method) ? 'unordered' : 'values'));
      yield* both(callOf('getrawmempool', [true]));
      await judge.settled();
      for (const wallet of WALLETS) {
        for (const method of OF_WALLET) {
          const given = callOf(method, [], UNORDERED.has(method) ? 'unordered' : 'values');
          yield* both({ ...given, options: { path: `/wallet/${wallet}` } });
        }
        const last = callOf('listtransactions', ['*', 20]);
        yield* both({ ...last, options: { path: `/wallet/${wallet}` } });
      }
    }
  }

  /** A request to both. */
  async function* both(given: Case): AsyncGenerator<{ about: string; unequal: Unequal }> {
    if (given.options?.path?.startsWith('/wallet/')) await judge.settled();
    const [mine, theirs] = await Promise.all([ours, judge].map((side) => inTime(side.send(given.body, given.options), given.title)));
    if (mine === undefined || theirs === undefined) throw new RangeError('two sides');
    reach.count(given.about, mine.status >= 400);
    for (const unequal of compareReplies(mine, theirs, (given.depth ?? 'values') as Depth)) {
      if (!isMeant(given, unequal)) yield { about: given.about, unequal };
    }
    const result = resultOf(mine);
    if (result !== undefined && result !== null) history.learn(given.about, result);
  }

  async function* mine({ count, to }: Step & { do: 'mine' }): AsyncGenerator<{ about: string; unequal: Unequal }> {
    const address = String(history.resolve(to));
    for (let mined = 0; mined < count; mined++) {
      // `getmininginfo` says what the last template of a node had.
      yield* both(callOf('getblocktemplate', [{ rules: ['segwit'] }]));
      const hashes = resultOf(await ours.send({ method: 'generatetoaddress', params: [1, address] }));
      reach.count('generatetoaddress', !Array.isArray(hashes));
      if (!Array.isArray(hashes)) return;
      const [hash] = hashes as [string];
      const block = await ours.call('getblock', hash, 0);
      const { height, tx } = await ours.call('getblock', hash);
      const answer = resultOf(await judge.send({ method: 'submitblock', params: [block] }));
      if (answer !== null) yield { about: 'submitblock', unequal: { path: 'body.result', embedded: null, real: answer } };
      history.add('block', hash);
      history.add('height', height);
      history.add('header', block.slice(0, 160));
      history.add('block bytes', block);
      history.add('txid', tx[0]);
      history.add('outpoint', { txid: tx[0], vout: 0 });
      if (address === world.recipients.at(-1))
        history.coins.push({ txid: tx[0], vout: 0, value: BigInt(Math.round((await subsidy(tx[0])) * 1e8)) });
      if (world.own.includes(address)) history.add('own coin', { txid: tx[0], vout: 0 });
    }
  }

  async function subsidy(txid: string): Promise<number> {
    const coin = await ours.call('gettxout', txid, 0);
    return coin?.value ?? 0;
  }

  async function* pay(step: Step & { do: 'pay' }): AsyncGenerator<{ about: string; unequal: Unequal }> {
    const coins = [...new Map(step.coins.map((n) => history.coin(n)).map((coin) => [`${coin.txid}:${coin.vout}`, coin])).values()];
    const sum = coins.reduce((total, { value }) => total + value, 0n) - BigInt(step.fee);
    const whole = BigInt(step.parts.reduce((total, { part }) => total + part, 0));
    const recipients = step.parts.map(({ to, part }) => ({ address: String(history.resolve(to)), value: (sum * BigInt(part)) / whole }));
    const rest = sum - recipients.reduce((total, { value }) => total + value, 0n);
    const outputs = recipients.map(({ address, value }, index) => ({
      value: value + (index === 0 ? rest : 0n),
      scriptPubKey: scriptOf(address),
    }));
    const { sequence, version, locktime: lockTime } = step;
    const raw = rawTx({ inputs: coins.map(({ txid, vout }) => ({ txid, index: vout, sequence })), outputs, version, lockTime });
    history.add('raw', raw);
    yield* both(callOf('testmempoolaccept', [[raw]]));
    const sent = await ours.call('decoderawtransaction', raw);
    const txid: string = sent.txid;
    history.add('txid', txid);
    history.add('wtxid', sent.hash);
    for (const [vout, { address }] of recipients.entries()) {
      history.add('outpoint', { txid, vout });
      if (address === world.recipients.at(-1)) history.coins.push({ txid, vout, value: outputs[vout]?.value ?? 0n });
      if (world.own.includes(address)) history.add('own coin', { txid, vout });
    }
    yield* both(callOf('sendrawtransaction', [raw, 0]));
  }
}

async function inTime<T>(answer: Promise<T>, title: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${DEADLINE_MS} ms: ${title}`)), DEADLINE_MS);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

function resultOf({ text }: HttpReply): unknown {
  try {
    return (JSON.parse(text) as { result?: unknown }).result;
  } catch {
    return undefined;
  }
}

function scriptOf(address: string): Uint8Array {
  try {
    return btc.OutScript.encode(btc.Address(REGTEST).decode(address));
  } catch {
    return hex('51');
  }
}

/** Which change our own node goes through before a step, if it is the judge: the same for the same step, so that cases can be repeated. */
function between(step: Step): number {
  const text = JSON.stringify(step);
  let sum = 0;
  for (let index = 0; index < text.length; index++) sum = (sum * 31 + text.charCodeAt(index)) >>> 0;
  return sum % 12;
}

/** Hashes and addresses as keys of an answer are not part of the kind of a difference. */
function withoutNames(path: string): string {
  return path.replace(/[0-9a-f]{64}/g, '<hash>').replace(/\b(?:bcrt1\w+|[mn2]\w{25,34})\b/g, '<address>');
}
