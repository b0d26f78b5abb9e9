import { type BlockHeader, blockHash, parseBlock } from '../../../../chains/bitcoin/codec/block.js';
import { RejectError } from '../../../../chains/bitcoin/codec/error.js';
import { hashToHex } from '../../../../chains/bitcoin/codec/hex.js';
import { type HeaderEntry, headerEntry } from '../../chain/block-entry.js';
import { checkHeader, checkWork } from '../../chain/validation/check-block.js';
import type { NodeCore } from '../../core.js';
import { type Peer, serves } from '../peer.js';
import { MAX_HEADERS, serializeLocator } from '../wire/headers.js';
import { INVENTORY, type InventoryItem, serializeInventory } from '../wire/inventory.js';
import { ProtocolError } from '../wire/protocol-error.js';
import { SERVICE } from '../wire/version.js';
import { higher } from './announce.js';
import { locatorOf } from './locator.js';

/** Follows the chains of peers: headers first, then blocks in their order. */
export type BlockDownload = {
  /** Asks a new peer for the headers after the node's own. */
  begin(peer: Peer): void;
  /** Handles announcements by hash. */
  announced(peer: Peer, hashes: string[]): void;
  /** Handles `headers`. @throws ProtocolError */
  headers(peer: Peer, headers: BlockHeader[]): void;
  /** Handles `block`. @throws ProtocolError, DecodeError */
  block(peer: Peer, payload: Uint8Array): void;
  /** Leaves the peer's blocks to others. */
  closed(peer: Peer): void;
  /** Returns the heights of the blocks that the peer was asked for. */
  requestedOf(peer: Peer): number[];
  /** Returns the peers that owe a block for too long. `now` in milliseconds of the peers' `timer()`. */
  stalled(now: number): Set<Peer>;
};

/** The number of blocks requested from a peer at once, as in Core. */
const MAX_REQUESTED = 16;
/** The limit of headers without blocks per peer. Core has a limit by work, which regtest has not. */
const MAX_MISSING = 20_000;
const HEADERS_TIMEOUT_MS = 120_000;
const BLOCK_TIMEOUT_MS = 60_000;
/** Reasons for which an honest peer may send a block or header that is rejected. */
const HONEST = ['duplicate', 'duplicate-invalid', 'inconclusive', 'time-too-new'];

export function createBlockDownload({ chain, miner, clock }: NodeCore, peers: () => Iterable<Peer>): BlockDownload {
  /** By hash. */
  const requested = new Map<string, { peer: Peer; height: number; since: number }>();

  const askForHeaders = ({ blocks, connection, timer }: Peer, from: HeaderEntry) => {
    const now = timer();
    if (blocks.askedAt !== undefined && now - blocks.askedAt < HEADERS_TIMEOUT_MS) return;
    blocks.askedAt = now;
    connection.send('getheaders', serializeLocator({ hashes: locatorOf(from), stop: undefined }));
  };
  const best = ({ blocks }: Peer) => blocks.missing.at(-1) ?? chain.tip();
  const count = (peer: Peer) => [...requested.values()].filter((request) => request.peer === peer).length;

  /** Requests the next blocks of a branch with at least the node's work, lowest first, from one peer at a time. */
  const fetch = (peer: Peer) => {
    const { missing } = peer.blocks;
    const have = missing.findIndex(({ hash }) => chain.block(hash) === undefined);
    missing.splice(0, have < 0 ? missing.length : have);
    const last = missing.at(-1);
    if (last === undefined || last.height < chain.tip().height || !serves(peer, SERVICE.WITNESS)) return;
    const items: InventoryItem[] = [];
    const room = MAX_REQUESTED - count(peer);
    for (const { hash, height } of missing) {
      if (items.length >= room) break;
      const request = requested.get(hash);
      if (request?.peer === peer || chain.block(hash) !== undefined) continue;
      // The blocks before have to come first.
      if (request !== undefined) break;
      requested.set(hash, { peer, height, since: peer.timer() });
      items.push({ type: INVENTORY.BLOCK | INVENTORY.WITNESS, hash });
    }
    if (items.length > 0) peer.connection.send('getdata', serializeInventory(items));
  };
  const fetchFromAll = () => {
    for (const peer of peers()) fetch(peer);
  };

  /** Returns the entry of a header in the chain or among the peer's. */
  const find = ({ blocks }: Peer, hash: string) => chain.header(hash) ?? blocks.missing.find((entry) => entry.hash === hash);

  /** Checks headers on top of `parent` and returns those without blocks. Stops at an invalid block that this node knows. */
  const extend = (base: HeaderEntry[], from: HeaderEntry, headers: BlockHeader[]): { missing: HeaderEntry[]; last: HeaderEntry } => {
    const missing = [...base];
    let last = from;
    for (const header of headers) {
      if (chain.isInvalid(last)) break;
      const hash = hashToHex(blockHash(header));
      const known = chain.header(hash);
      if (known === undefined) checkHeader(header, { parent: last, maxTime: clock.maxBlockTime(), activation: chain.activation });
      last = known ?? headerEntry(header, last, 0);
      if (chain.block(hash) === undefined) missing.push(last);
      else missing.length = 0;
    }
    return { missing, last };
  };

  return {
    begin: (peer) => {
      // From the tip's parent, so that the answer shows whether the peer has the tip.
      if (serves(peer, SERVICE.NETWORK | SERVICE.NETWORK_LIMITED)) askForHeaders(peer, chain.tip().parent ?? chain.tip());
    },
    announced: (peer, hashes) => {
      for (const hash of hashes) {
        const entry = chain.block(hash);
        if (entry === undefined) peer.blocks.unknown = hash;
        else peer.blocks.known = higher(peer.blocks.known, entry);
      }
      if (hashes.some((hash) => find(peer, hash) === undefined)) askForHeaders(peer, best(peer));
    },
    headers: (peer, headers) => {
      const { blocks } = peer;
      blocks.askedAt = undefined;
      const [first] = headers;
      if (first === undefined) return;
      punish(() => checkSequence(headers));
      const parentHash = hashToHex(first.previous);
      const parent = find(peer, parentHash);
      if (parent === undefined) return askForHeaders(peer, best(peer));
      const base = blocks.missing.slice(0, blocks.missing.findIndex(({ hash }) => hash === parentHash) + 1);
      const { missing, last } = punish(() => extend(base, parent, headers)) ?? { missing: base, last: parent };
      if (missing.length > MAX_MISSING) return;
      blocks.missing = missing;
      blocks.known = higher(blocks.known, last);
      if (headers.length === MAX_HEADERS) askForHeaders(peer, last);
      fetch(peer);
    },
    block: (peer, payload) => {
      const block = parseBlock(payload);
      const hash = hashToHex(blockHash(block.header));
      const wanted = requested.get(hash)?.peer === peer;
      if (wanted) requested.delete(hash);
      const parentHash = hashToHex(block.header.previous);
      const parent = chain.block(parentHash);
      if (parent === undefined && find(peer, parentHash) === undefined) throw new ProtocolError(`block ${hash} without a known parent`);
      // Nobody may fill the memory with branches that the node does not follow.
      if (parent === undefined || (!wanted && parent.height + 1 < chain.tip().height)) return;
      punish(() => {
        peer.blocks.known = higher(peer.blocks.known, miner.submit(block));
        peer.lastBlock = Math.floor(peer.timer() / 1000);
      });
      fetchFromAll();
    },
    closed: (peer) => {
      for (const [hash, request] of requested) if (request.peer === peer) requested.delete(hash);
      fetchFromAll();
    },
    requestedOf: (peer) => [...requested.values()].filter((request) => request.peer === peer).map(({ height }) => height),
    stalled: (now) => new Set([...requested.values()].filter(({ since }) => now - since > BLOCK_TIMEOUT_MS).map(({ peer }) => peer)),
  };
}

/** Runs checks of what a peer sent. @returns undefined if it was rejected for a reason that is not the peer's fault @throws ProtocolError */
function punish<T>(check: () => T): T | undefined {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof RejectError)) throw error;
    if (HONEST.includes(error.reason)) return undefined;
    throw new ProtocolError(error.message);
  }
}

/** @throws ProtocolError, RejectError */
function checkSequence(headers: readonly BlockHeader[]): void {
  headers.forEach((header, index) => {
    const before = headers[index - 1];
    if (before !== undefined && hashToHex(header.previous) !== hashToHex(blockHash(before))) {
      throw new ProtocolError('non-continuous headers sequence');
    }
    checkWork(header);
  });
}
