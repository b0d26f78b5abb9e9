import { setTimeout as delay } from 'node:timers/promises';
import {
  connectPeer,
  frame,
  headers,
  inventory,
  locator,
  readInventory,
  type TestPeer,
  versionPayload,
} from '../../bitcoin/node/peers/test-peer.js';
import type { RpcClient } from '../../bitcoin/node/rpc/real/client.js';
import type { Reach } from '../reach.js';
import type { History } from './history.js';
import type { Payload, PeerOptions, PeerStep, Sent } from './peer-steps.js';
import { type Side, type Sides, TRUSTED } from './sides.js';

type Unequal = { about: string; unequal: { path: string; embedded: unknown; real: unknown } };

/** What an act may ask of the play. */
export type Doing = {
  submit(raw: string): AsyncGenerator<Unequal>;
  mine(to: string): AsyncGenerator<Unequal>;
};

const DEADLINE_MS = 30_000;
const POLL_MS = 2;
/** The services of whole and of limited nodes. */
const SERVES_BLOCKS = 1n | 1024n;
const NO_HASH = '0'.repeat(64);
/** What says more of the time and the machine than of the node. */
const CHANGING = new Set(['ping', 'addr', 'addrv2']);
/** What `getpeerinfo` says of a peer that does not depend on time and ports. `bip152_hb_to` is left out: our node offers no compact blocks. */
const SHOWN = [
  ...['services', 'relaytxes', 'version', 'subver', 'inbound', 'permissions', 'minfeefilter', 'connection_type'],
  ...['transport_protocol_type', 'network', 'inflight', 'synced_headers', 'synced_blocks', 'bip152_hb_from'],
];

/** Connects peers to both nodes, plays what they do, and yields where the nodes answer otherwise. */
export async function* playPeers(
  step: PeerStep,
  { ours, judge, history, reach, doing }: Sides & { history: History; reach: Reach; doing: Doing },
): AsyncGenerator<Unequal> {
  if (!Array.isArray(step.peers)) return;
  const sides = [ours, judge] as const;
  /** `early` is what our node alone announced to a new peer: it does not announce that again. */
  const links: { options: PeerOptions; ends: [TestPeer, TestPeer]; early: Set<unknown> }[] = [];
  try {
    for (const options of step.peers) {
      await judge.settled();
      const ends = (await Promise.all(sides.map((side) => join(side, options, step.wtxid === true, history)))) as [TestPeer, TestPeer];
      links.push({ options, ends, early: new Set() });
      yield* answers('version', knowsWtxids(step));
    }
    for (const act of step.acts ?? []) {
      const link = 'from' in act ? links[Number(act.from ?? 0) % Math.max(1, links.length)] : undefined;
      let about = act.act as string;
      if (act.act === 'send') {
        if (link === undefined || act.sent?.payload === undefined) continue;
        about = act.sent.command ?? '';
        if (!isPreferred(link.options) && announcesTransactions(act.sent)) continue;
        const payload = payloadOf(act.sent.payload, history);
        for (const end of link.ends) if (!end.isClosed()) end.send(about, payload);
        reach.count(`peer ${about}`, false);
      } else if (act.act === 'spoil') {
        for (const end of link?.ends ?? []) if (!end.isClosed()) end.sendRaw(spoiled(act.what));
        reach.count(`peer with a wrong ${act.what}`, false);
      } else if (act.act === 'leave') {
        for (const end of link?.ends ?? []) end.close();
        if (link !== undefined) links.splice(links.indexOf(link), 1);
        await Promise.all(sides.map((side) => untilPeers(side, links.filter(({ ends }) => !ends[sides.indexOf(side)]?.isClosed()).length)));
      } else if (act.act === 'submit') yield* doing.submit(String(history.resolve(act.raw)));
      else if (act.act === 'mine') yield* doing.mine(String(history.resolve(act.to)));
      else if (act.act === 'make') {
        // bitcoind makes another one, but both note how large it is.
        const [made] = await Promise.all(sides.map((side) => make(side, String(history.resolve(act.to)))));
        if (made === undefined) continue;
        history.add('block', made.hash);
        history.add('block bytes', made.hex);
        history.add('header', made.hex.slice(0, 160));
      } else if (act.act === 'getpeerinfo') {
        const [mine, theirs] = await Promise.all(sides.map(peersOf));
        reach.count('getpeerinfo', false);
        yield* unequalTexts('getpeerinfo', mine, theirs);
      }
      yield* answers(about, knowsWtxids(step));
    }
  } finally {
    for (const { ends } of links) for (const end of ends) end.close();
    await Promise.all(sides.map((side) => untilPeers(side, 0)));
  }

  /** Compares what all peers have heard since the last time. */
  async function* answers(about: string, wtxid: boolean): AsyncGenerator<Unequal> {
    // What was sent to the node is handled; then what follows from that is sent, and comes before the answer to the second ping.
    await Promise.all(links.flatMap(({ ends }) => ends.map((end) => barrier(end))));
    await judge.settled();
    await Promise.all(links.flatMap(({ ends }) => ends.map((end) => barrier(end))));
    for (const { options, ends, early } of links) {
      const [mine, theirs] = ends.map((end) => heard(end, options, wtxid)) as [Heard, Heard];
      const announced = theirs.get('inv') ?? [];
      // What ours has announced before comes a while later, and also in the answer to `mempool`, from both.
      const rest = announced.filter((item) => about === 'mempool' || !early.has(item));
      if (rest.length > 0) theirs.set('inv', rest);
      else theirs.delete('inv');
      if (about === 'version') for (const item of mine.get('inv') ?? []) if (!announced.includes(item)) early.add(item);
      for (const command of [...new Set([...mine.keys(), ...theirs.keys()])].sort())
        yield* unequalTexts(`peer ${about}`, mine.get(command), theirs.get(command), command);
    }
  }
}

function* unequalTexts(about: string, mine: unknown, theirs: unknown, path = ''): Generator<Unequal> {
  if (JSON.stringify(mine) !== JSON.stringify(theirs))
    yield { about, unequal: { path, embedded: mine ?? 'nothing', real: theirs ?? 'nothing' } };
}

async function join(
  side: Side,
  { trusted, version, services, relay, early }: PeerOptions,
  wtxid: boolean,
  history: History,
): Promise<TestPeer> {
  const peer = await connectPeer(await side.peers(), trusted ? TRUSTED : undefined);
  const options = { version: version ?? 0, services: BigInt(services ?? 0), relay: relay === true };
  peer.send('version', versionPayload(options));
  if (wtxid) peer.send('wtxidrelay');
  for (const each of early ?? []) if (each?.payload !== undefined) peer.send(each.command ?? '', payloadOf(each.payload, history));
  await until(() => peer.isClosed() || peer.received.some(({ command }) => command === 'verack'), 'no verack');
  if (!peer.isClosed()) peer.send('verack');
  return peer;
}

/** Waits until the node has handled what the peer sent, twice, or has ended the connection. */
async function barrier(peer: TestPeer): Promise<void> {
  for (let times = 0; times < 2 && !peer.isClosed(); times++) {
    try {
      await peer.settled();
    } catch (error) {
      if (!peer.isClosed()) throw error;
    }
  }
}

type Heard = Map<string, unknown[]>;

/** Whether a peer relays by wtxid, also if it says so by chance. */
function knowsWtxids({ wtxid, peers }: PeerStep): boolean {
  return wtxid === true || peers.some(({ early }) => early?.some(({ command }) => command === 'wtxidrelay') === true);
}

/** Takes what a peer has received: the payloads by the name of the message. */
function heard(peer: TestPeer, options: PeerOptions, wtxid: boolean): Heard {
  const all: Heard = new Map();
  const add = (command: string, value: unknown) => all.set(command, [...(all.get(command) ?? []), value]);
  if (peer.isClosed()) add('disconnected', true);
  for (const { command, payload } of peer.received.splice(0)) {
    if (CHANGING.has(command)) continue;
    if (command === 'version') {
      add(command, [payload.readInt32LE(0), payload.readBigUInt64LE(4).toString(), payload.subarray(-5).toString('hex')]);
    } else if (['inv', 'getdata', 'notfound'].includes(command)) {
      for (const [type, hash] of readInventory(payload)) {
        // Without trust, bitcoind announces a while later, by chance. With wtxids, it asks for the parents of orphans two seconds later.
        if (command === 'inv' && isTransaction(type) && !options.trusted) continue;
        if (command === 'getdata' && isTransaction(type) && (!isPreferred(options) || (wtxid && type !== 5))) continue;
        add(command, `${type} ${hash}`);
      }
    } else add(command, payload.toString('hex'));
  }
  // The order of transactions follows from fees and hashes in bitcoind.
  for (const command of ['inv', 'getdata']) all.get(command)?.sort();
  return all;
}

/** Whether bitcoind asks a peer for transactions at once: it is trusted and serves blocks. It asks others two seconds later. */
function isPreferred({ trusted, services }: PeerOptions): boolean {
  return trusted && (BigInt(services ?? 0) & SERVES_BLOCKS) !== 0n;
}

function isTransaction(type: number): boolean {
  return [1, 5].includes(type & ~0x40000000);
}

function announcesTransactions({ command, payload }: Sent): boolean {
  return command === 'inv' && (!('items' in payload) || payload.items.some(({ type }) => isTransaction(type)));
}

function payloadOf(payload: Payload, history: History): Buffer {
  const textOf = (value: unknown) => String(history.resolve(value) ?? '');
  const hashOf = (value: unknown) => (/^[0-9a-f]{64}$/.test(textOf(value)) ? textOf(value) : NO_HASH);
  if ('items' in payload) return inventory(...payload.items.map(({ type, hash }): [number, string] => [Number(type ?? 0), hashOf(hash)]));
  if ('locator' in payload) return locator(payload.locator.map(hashOf), payload.stop === undefined ? NO_HASH : hashOf(payload.stop));
  if ('headers' in payload) return headers(payload.headers.map((each) => Buffer.from(textOf(each).padEnd(160, '0'), 'hex')));
  if ('bytes' in payload) {
    const bytes = Buffer.from(textOf(payload.bytes), 'hex');
    const at = bytes.length === 0 ? 0 : Number(payload.at ?? 0) % bytes.length;
    if (bytes.length > 0) bytes[at] = (bytes[at] as number) ^ Number(payload.byte ?? 0);
    return bytes;
  }
  return Buffer.from(payload.hex ?? '', 'hex');
}

/** A message with one fault in its header. */
function spoiled(what: string | undefined): Buffer {
  const bytes = frame('ping', Buffer.alloc(8, 1));
  if (what === 'magic') bytes[0] = 0;
  else if (what === 'checksum') bytes[20] = (bytes[20] as number) ^ 1;
  else if (what === 'size') bytes.writeUInt32LE(4_000_001, 16);
  else bytes[9] = 1;
  return bytes;
}

async function make(side: Side, address: string): Promise<{ hash: string; hex: string } | undefined> {
  return side.call('generateblock', address, [], false).catch(() => undefined);
}

async function peersOf(side: Side): Promise<unknown> {
  const list = (await side.call('getpeerinfo')) as Record<string, unknown>[];
  return list.map((peer) => Object.fromEntries(SHOWN.map((key) => [key, peer[key]])));
}

/** Waits until a node has so many peers, and has forgotten what came from the others. */
async function untilPeers(side: RpcClient, count: number): Promise<void> {
  await until(async () => (await side.call('getconnectioncount')) === count, `not ${count} peers`);
  if (count === 0) await until(async () => (await side.call('getorphantxs')).length === 0, 'orphans of peers that left');
}

async function until(isTrue: () => boolean | Promise<boolean>, otherwise: string): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`${otherwise} within ${DEADLINE_MS} ms`);
    await delay(POLL_MS);
  }
}
