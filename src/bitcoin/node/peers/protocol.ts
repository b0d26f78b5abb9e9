import { createReader } from '../../protocol/codec/reader.js';
import { MAX_MONEY } from '../../protocol/codec/transaction.js';
import { createWriter } from '../../protocol/codec/writer.js';
import type { BlockEntry } from '../chain/block-entry.js';
import type { TxRecord } from '../chain/tx-record.js';
import type { NodeCore } from '../core.js';
import type { MempoolEntry } from '../mempool/entry.js';
import type { CoreChange } from '../observers.js';
import { announceBlocks, noteKnown } from './blocks/announce.js';
import { createBlockDownload } from './blocks/download.js';
import { sendBlockHashes, sendHeaders } from './blocks/serve.js';
import type { Later } from './connection.js';
import { createHandshake, knows, wantsTransactions } from './handshake.js';
import { idleReason } from './idle.js';
import type { Peer } from './peer.js';
import { answerPing, notePong, sendPing } from './pings.js';
import { createRequestQueue } from './request-queue.js';
import { announceTransactions } from './transactions/announce.js';
import { createTransactionDownload } from './transactions/download.js';
import { createMempoolIndex } from './transactions/mempool-index.js';
import { parseHeaders, parseLocator } from './wire/headers.js';
import { INVENTORY, itemText, parseInventory, parseItems } from './wire/inventory.js';
import type { Message } from './wire/message.js';
import { PeerEnd, ProtocolError } from './wire/protocol-error.js';
import { SINCE } from './wire/version.js';

/** What the node does with its peers. */
export type Protocol = {
  /** Greets a peer to which this node connected. */
  greet(peer: Peer): void;
  /** Handles a message. @throws ProtocolError, DecodeError to disconnect the peer */
  receive(peer: Peer, message: Message): Later;
  /** Goes on after a message, also one that the node ignores or forgives. */
  handled(peer: Peer): void;
  /** Answers one pending request. @returns false if none is pending */
  serve(peer: Peer): boolean;
  closed(peer: Peer): void;
  /** Follows the node. The announcements wait for {@link Protocol.announce}. */
  follow(change: CoreChange): void;
  /** Announces new blocks and transactions to all peers. */
  announce(): void;
  /** Sends due pings and repeats requests. @returns the peers that do not answer, with the reason for the log */
  check(): Map<Peer, string>;
  /** Announces a transaction to the peers that it was not announced to. */
  relay(entry: MempoolEntry): void;
  /** Announces the transactions that nobody has asked for again. */
  rebroadcast(): void;
  /** Returns the transactions whose parents have not come, with the ids of the peers that have them. */
  orphans(): { record: TxRecord; from: number[] }[];
  /** Returns the heights of the blocks that the peer was asked for. */
  requestedOf(peer: Peer): number[];
};

/**
 * The services behind these messages are not offered, so a peer that sends one is disconnected, as by Core: a request for filters only
 * if it has this number of bytes.
 */
const NOT_OFFERED = { filterload: 0, filteradd: 0, filterclear: 0, getcfilters: 37, getcfheaders: 37, getcfcheckpt: 33 };
/** Core's `MAX_ADDR_TO_SEND`. */
const MAX_ADDRESSES = 1000;
/** Services and an address of IPv6. */
const V1_ADDRESS = 24;

export function createProtocol(core: NodeCore, peers: () => Iterable<Peer>): Protocol {
  const { chain, mempool } = core;
  const index = createMempoolIndex(mempool.pool);
  const handshake = createHandshake(core);
  const blocks = createBlockDownload(core, peers);
  const transactions = createTransactionDownload(core, index, (entry) => relay(entry));
  const queue = createRequestQueue(core, index);
  let freshBlocks: BlockEntry[] = [];
  let freshTransactions: MempoolEntry[] = [];

  const relay = (entry: MempoolEntry) => {
    for (const peer of peers()) if (peer.ready) announceTransactions(peer, [entry]);
  };

  const unbroadcast = () => mempool.pool.entries().filter((entry) => entry.unbroadcast);

  const wantsFilter = (peer: Peer) =>
    knows(peer, SINCE.feeFilter) &&
    !core.peers.blocksOnly &&
    wantsTransactions(peer, core.peers) &&
    !peer.permissions.includes('forcerelay');

  /** Takes transactions, or their announcements, only from peers that were not asked to send none. @throws PeerEnd */
  const expectRelay = (peer: Peer, what: string) => {
    if (!wantsTransactions(peer, core.peers)) throw new PeerEnd(`transaction ${what}sent in violation of protocol`);
  };

  /** Follows what a peer has. Once it has shown that it has a block of the chain, it is asked for announcements by header. */
  const followPeer = (peer: Peer) => {
    blocks.noteCommon(peer);
    if (!peer.ready || peer.askedForHeaders || !knows(peer, SINCE.sendHeaders)) return;
    noteKnown(peer, chain);
    if (peer.blocks.known === undefined) return;
    peer.askedForHeaders = true;
    peer.connection.send('sendheaders');
  };

  const begin = (peer: Peer) => {
    peer.ready = true;
    sendPing(peer);
    if (wantsFilter(peer)) peer.connection.send('feefilter', uint64(mempool.policy.minRelayFeeRate));
    blocks.begin();
    // So far nobody has asked for these.
    announceTransactions(peer, unbroadcast());
  };

  type Handlers = Record<string, (peer: Peer, payload: Buffer) => unknown>;
  const first: Handlers = { version: handshake.version };

  /** In Core, this one is also taken before the end of the handshake. */
  const ofAnyTime: Handlers = {
    sendheaders: (peer) => {
      peer.prefersHeaders = true;
    },
  };

  /** The messages after `version`, before the end of the handshake. */
  const early: Handlers = {
    ...first,
    ...ofAnyTime,
    wtxidrelay: (peer) => {
      peer.wtxidRelay = knows(peer, SINCE.wtxidRelay);
    },
    sendaddrv2: (peer) => {
      peer.addrV2 = true;
    },
    verack: begin,
  };

  const late: Handlers = {
    ...ofAnyTime,
    ...Object.fromEntries(Object.entries(NOT_OFFERED).map(([command, size]) => [command, notOffered(command, size)])),
    wtxidrelay: () => afterVerack('wtxidrelay'),
    sendaddrv2: () => afterVerack('sendaddrv2'),
    ping: answerPing,
    pong: (peer, payload) => notePong(peer, payload, core.log),
    feefilter: (peer, payload) => {
      const rate = createReader(payload).int64();
      if (rate >= 0n && rate <= MAX_MONEY && peer.version?.relay === true) peer.minFeeRate = rate;
    },
    addr: (_, payload) => checkAddresses('addr', payload),
    addrv2: (_, payload) => checkAddresses('addrv2', payload),
    getheaders: (peer, payload) => sendHeaders(peer, parseLocator(payload, 'getheaders'), chain),
    getblocks: (peer, payload) => sendBlockHashes(peer, parseLocator(payload, 'getblocks'), chain),
    getdata: (peer, payload) => {
      const items = parseInventory(payload, 'getdata');
      const [first] = items;
      if (first !== undefined) core.log.debug('net', () => `received getdata for: ${itemText(first)} peer=${peer.id}`);
      queue.add(peer, items);
    },
    mempool: (peer) => {
      if (peer.permissions.includes('mempool')) return announceTransactions(peer, mempool.pool.entries(), true);
      if (!peer.permissions.includes('noban')) throw new PeerEnd('mempool request with bloom filters disabled');
    },
    inv: (peer, payload) => {
      const items = parseInventory(payload, 'inv');
      const hashes = items.filter(({ type }) => type === INVENTORY.BLOCK).map(({ hash }) => hash);
      if (hashes.length > 0) blocks.announced(peer, hashes);
      const announced = items.filter(({ type }) => announces(peer, type));
      if (announced[0] !== undefined) expectRelay(peer, `(${announced[0].hash}) inv `);
      transactions.announced(peer, announced);
    },
    notfound: (peer, payload) => transactions.notFound(peer, parseItems(payload)),
    headers: (peer, payload) => {
      blocks.headers(peer, parseHeaders(payload));
      // All peers are asked once the best header is of today.
      blocks.begin();
    },
    block: (peer, payload) => {
      const later = blocks.block(peer, payload);
      if (later !== undefined) return later.then(blocks.begin);
      blocks.begin();
      return undefined;
    },
    tx: (peer, payload) => {
      expectRelay(peer, '');
      return transactions.transaction(peer, payload);
    },
  };

  return {
    greet: handshake.greet,
    receive: (peer, { command, payload }) => {
      const handlers = peer.version === undefined ? first : peer.ready ? late : early;
      if (!Object.hasOwn(handlers, command)) {
        core.log.debug('net', () => unhandled(peer, command));
        return undefined;
      }
      const later = handlers[command]?.(peer, payload);
      return later instanceof Promise ? later : undefined;
    },
    handled: (peer) => {
      blocks.fetch(peer);
      followPeer(peer);
    },
    serve: queue.serve,
    closed: (peer) => {
      blocks.closed(peer);
      blocks.begin();
      transactions.closed(peer);
    },
    follow: (change) => {
      index.follow(change);
      queue.follow(change);
      transactions.follow(change);
      if (change.type === 'connected') freshBlocks.push(change.block);
      else if (change.type === 'added' && change.isNew) freshTransactions.push(change.entry);
      else if (change.type === 'invalid') blocks.invalid(change.block, change.error);
      else if (change.type === 'restored') blocks.restored();
    },
    announce: () => {
      const [newBlocks, newTransactions] = [freshBlocks, freshTransactions];
      [freshBlocks, freshTransactions] = [[], []];
      if (newBlocks.length > 0) {
        transactions.blocksConnected(newBlocks);
        blocks.begin();
      }
      const current = newTransactions.filter(({ record }) => mempool.pool.get(record.txid) !== undefined);
      for (const peer of peers()) {
        if (!peer.ready) continue;
        followPeer(peer);
        announceBlocks(peer, newBlocks, chain);
        announceTransactions(peer, current);
      }
    },
    check: () => {
      const now = core.clock.timer();
      blocks.begin();
      transactions.retry(now);
      const silent = new Map([...blocks.stalled(now)].map((peer) => [peer, 'Timeout downloading block']));
      for (const peer of peers()) {
        const reason = idleReason(peer, now / 1000, core.peers.timeout);
        if (reason !== undefined) silent.set(peer, reason);
      }
      return silent;
    },
    relay,
    rebroadcast: () => {
      for (const peer of peers()) if (peer.ready) announceTransactions(peer, unbroadcast(), true);
    },
    orphans: transactions.orphans,
    requestedOf: blocks.requestedOf,
  };
}

/** Says why a message is ignored. */
function unhandled(peer: Peer, command: string): string {
  if (peer.version === undefined) return `non-version message before version handshake. Message "${command}" from peer=${peer.id}`;
  if (!peer.ready) return `Unsupported message "${command}" prior to verack from peer=${peer.id}`;
  if (command === 'version') return `redundant version message from peer=${peer.id}`;
  if (command === 'verack') return `ignoring redundant verack message from peer=${peer.id}`;
  return `Unknown command "${command}" from peer=${peer.id}`;
}

function notOffered(command: string, size: number): (peer: Peer, payload: Uint8Array) => void {
  return (_, payload) => {
    createReader(payload).bytes(size);
    throw new PeerEnd(`${command} received despite not offering its service`);
  };
}

/** Whether an item of `inv` is a transaction, announced as it was agreed upon. Core takes the form with a witness from all peers. */
function announces({ wtxidRelay }: Peer, type: number): boolean {
  return type === (wtxidRelay ? INVENTORY.WTX : INVENTORY.TX) || type === (INVENTORY.TX | INVENTORY.WITNESS);
}

function afterVerack(command: string): void {
  throw new PeerEnd(`${command} received after verack`);
}

/** The node keeps no addresses, but more than a message may have are a fault. @throws DecodeError if they are not all there */
function checkAddresses(command: string, payload: Uint8Array): void {
  const reader = createReader(payload);
  const count = reader.compactSize();
  for (let at = 0; at < count; at++) {
    reader.uint32();
    if (command === 'addr') reader.bytes(V1_ADDRESS);
    else {
      reader.compactSize();
      reader.bytes(1);
      reader.bytes(reader.compactSize());
    }
    reader.bytes(2);
  }
  if (count > MAX_ADDRESSES) throw new ProtocolError(`${command} message size = ${count}`);
}

function uint64(value: bigint): Uint8Array {
  const writer = createWriter(8);
  writer.int64(value);
  return writer.finish();
}
