import { type BlockHeader, blockHash, parseBlock } from '../../../protocol/codec/block.js';
import { RejectError } from '../../../protocol/codec/error.js';
import { hashToHex } from '../../../protocol/codec/hex.js';
import { ancestorAt, forkPoint, type HeaderEntry } from '../../chain/block-entry.js';
import { recordBlock } from '../../chain/block-record.js';
import { checkWork, isMutated } from '../../chain/validation/check-block.js';
import type { NodeCore } from '../../core.js';
import type { Later } from '../connection.js';
import { isPunished } from '../faults.js';
import { type Peer, serves } from '../peer.js';
import { MAX_HEADERS, NO_HASH, serializeLocator } from '../wire/headers.js';
import { INVENTORY, type InventoryItem, serializeInventory } from '../wire/inventory.js';
import { ProtocolError } from '../wire/protocol-error.js';
import { SERVICE } from '../wire/version.js';
import { higher } from './announce.js';
import { locatorOf } from './locator.js';

/** Follows the chains of peers: headers first, then blocks in their order. */
export type BlockDownload = {
  /** Asks peers for the headers after the node's own: one of them, and all once the node is close to the present. */
  begin(): void;
  /** Requests the blocks of the peer that the node needs next. */
  fetch(peer: Peer): void;
  /** Notes which blocks the node and the peer have in common, as `getpeerinfo` shows it. */
  noteCommon(peer: Peer): void;
  /** Handles announcements by hash. */
  announced(peer: Peer, hashes: string[]): void;
  /** Handles `headers`. @throws ProtocolError */
  headers(peer: Peer, headers: BlockHeader[]): void;
  /** Handles `block`. @throws ProtocolError, DecodeError */
  block(peer: Peer, payload: Uint8Array): Later;
  /** Punishes the peer that sent a block of another branch, now that the block failed to connect. */
  invalid(entry: HeaderEntry, error: RejectError): void;
  /** Forgets the headers of peers, which the restored chain may lack. */
  restored(): void;
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
/** Unrequested blocks further above the tip, or below it, are not kept, as in Core. */
const MAX_AHEAD = 288;
/** Headers of branches that end further below the tip are ignored, as in Core. */
const MAX_DEPTH = 144;
/** Seconds. */
const ONE_DAY = 86_400;
const HEADERS_TIMEOUT_MS = 120_000;
const BLOCK_TIMEOUT_MS = 60_000;
/** Reasons for which an honest peer may send a block or header that is rejected. */
const HONEST = ['duplicate', 'duplicate-invalid', 'inconclusive', 'time-too-new'];

export function createBlockDownload({ chain, clock, miner, log, checkAhead }: NodeCore, peers: () => Iterable<Peer>): BlockDownload {
  /** By hash. */
  const requested = new Map<string, { peer: Peer; height: number; since: number }>();
  /** The announced block for which a peer was asked that the node does not follow. At first it is the hash of zeros, as in Core. */
  let asked = NO_HASH;
  /** The senders of blocks that did not connect at once. */
  const senders = new WeakMap<HeaderEntry, Peer>();

  /** @returns false if the peer owes an answer */
  const askForHeaders = ({ blocks, connection, timer }: Peer, from: HeaderEntry): boolean => {
    const now = timer();
    if (blocks.askedAt !== undefined && now - blocks.askedAt < HEADERS_TIMEOUT_MS) return false;
    blocks.askedAt = now;
    connection.send('getheaders', serializeLocator({ hashes: locatorOf(from), stop: undefined }));
    return true;
  };
  const isMissing = ({ hash }: HeaderEntry) => chain.block(hash) === undefined;
  const count = (peer: Peer) => [...requested.values()].filter((request) => request.peer === peer).length;

  /** Requests the next blocks of a branch with at least the node's work, lowest first, from one peer at a time. */
  const fetch = (peer: Peer) => {
    const { missing } = peer.blocks;
    const have = missing.findIndex(isMissing);
    missing.splice(0, have < 0 ? missing.length : have);
    const last = missing.at(-1);
    if (last === undefined || last.height < chain.tip().height || !serves(peer, SERVICE.WITNESS)) return;
    const items: InventoryItem[] = [];
    const room = MAX_REQUESTED - count(peer);
    for (const { hash, height } of missing) {
      if (items.length >= room) break;
      const request = requested.get(hash);
      if (request?.peer === peer || chain.stored(hash) !== undefined) continue;
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

  /** Returns the headers without blocks up to `last`, lowest first. */
  const missingUpTo = (last: HeaderEntry): HeaderEntry[] => {
    const missing: HeaderEntry[] = [];
    for (let at: HeaderEntry | undefined = last; at !== undefined && isMissing(at); at = at.parent) missing.push(at);
    return missing.reverse();
  };

  /** Notes that the peer has a block, and those before it. */
  const note = ({ blocks }: Peer, last: HeaderEntry) => {
    const missing = missingUpTo(last);
    if (missing.length > MAX_MISSING) return;
    blocks.missing = missing;
    blocks.known = higher(blocks.known, last);
  };

  /** Returns the last block of the peer's branch that the node has, too, with all before it. As in Core, of peers with witnesses only. */
  const lastStored = (peer: Peer, common: HeaderEntry, known: HeaderEntry): HeaderEntry => {
    let last = common;
    if (!serves(peer, SERVICE.WITNESS)) return last;
    // To look at each block of a long branch would walk over all before it each time.
    const isBad = chain.isInvalid(known) ? chain.isInvalid : () => false;
    while (last !== known) {
      const next = ancestorAt(known, last.height + 1);
      if (next === undefined || isMissing(next) || isBad(next)) break;
      last = next;
    }
    return last;
  };

  return {
    begin: () => {
      const waiting = [...peers()].filter((peer) => peer.ready && !peer.blocks.isFollowed && servesBlocks(peer));
      if (waiting.length === 0) return;
      const best = chain.bestHeader();
      for (const peer of waiting) {
        if (best.header.time <= clock.now() - ONE_DAY && [...peers()].some(({ blocks }) => blocks.isFollowed)) return;
        // From its parent, so that the answer shows whether the peer has it.
        peer.blocks.isFollowed = askForHeaders(peer, best.parent ?? best);
      }
    },
    fetch,
    noteCommon: (peer) => {
      const { known, common } = peer.blocks;
      const tip = chain.tip();
      if (known === undefined || known.height < tip.height || !servesBlocks(peer)) return;
      const fork = forkPoint(known, tip);
      const isBefore = common === undefined || fork.height > common.height || ancestorAt(known, common.height) !== common;
      peer.blocks.common = lastStored(peer, isBefore ? fork : common, known);
    },
    announced: (peer, hashes) => {
      for (const hash of hashes) {
        const entry = chain.header(hash);
        if (entry === undefined) peer.blocks.unknown = hash;
        else if (isMissing(entry)) note(peer, entry);
        else peer.blocks.known = higher(peer.blocks.known, entry);
      }
      const last = hashes.findLast((hash) => chain.header(hash) === undefined);
      if (last === undefined) return;
      // As in Core, another peer than those that the node follows is asked once, and one for each block.
      const { isFollowed, askedOnce } = peer.blocks;
      if (!isFollowed && (askedOnce || last === asked)) return;
      askForHeaders(peer, chain.bestHeader());
      if (isFollowed) return;
      peer.blocks.askedOnce = true;
      asked = last;
    },
    headers: (peer, headers) => {
      const { blocks } = peer;
      const [first] = headers;
      if (first === undefined) {
        blocks.askedAt = undefined;
        return;
      }
      punish(() => checkSequence(headers));
      const parent = chain.header(hashToHex(first.previous));
      if (parent === undefined) {
        blocks.unknown = hashToHex(blockHash(headers.at(-1) ?? first));
        askForHeaders(peer, chain.bestHeader());
        return;
      }
      // Others are no answer.
      blocks.askedAt = undefined;
      if (parent.height + headers.length < chain.tip().height - MAX_DEPTH) return;
      // Headers after one that is no fault of the peer are not needed.
      const last = punish(() => headers.reduce((_, header) => chain.acceptHeader(header), parent));
      if (last === undefined) return;
      note(peer, last);
      if (headers.length === MAX_HEADERS) askForHeaders(peer, last);
    },
    block: (peer, payload) => {
      const block = parseBlock(payload);
      const hash = hashToHex(blockHash(block.header));
      const wanted = requested.get(hash)?.peer === peer;
      if (wanted) requested.delete(hash);
      const parentHash = hashToHex(block.header.previous);
      const parent = chain.header(parentHash);
      if (parent === undefined) {
        // A restore forgot it.
        if (wanted) return;
        throw new ProtocolError(`block ${hash} without a known parent`);
      }
      const record = recordBlock(block);
      if (isMutated(record, parent.height + 1, chain.activation)) throw new ProtocolError('mutated block');
      const add = (): void => {
        punish(() => {
          const above = parent.height + 1 - chain.tip().height;
          if (!wanted && (above < 0 || above > MAX_AHEAD)) {
            chain.acceptHeader(block.header);
            return;
          }
          const entry = miner.submit(block, record.records);
          if (!chain.isActive(entry)) senders.set(entry, peer);
          peer.lastBlock = Math.floor(peer.timer() / 1000);
        });
        fetchFromAll();
      };
      const ahead = checkAhead(record.records, 'block');
      if (ahead !== undefined) return ahead.then(add);
      add();
      return undefined;
    },
    restored: () => {
      for (const { blocks } of peers()) {
        blocks.missing = [];
        blocks.known = undefined;
        blocks.common = undefined;
        blocks.sent = undefined;
      }
    },
    invalid: (entry, { message }) => {
      const sender = senders.get(entry);
      if (sender !== undefined && isPunished(sender, message, log)) sender.connection.close();
    },
    closed: (peer) => {
      for (const [hash, request] of requested) if (request.peer === peer) requested.delete(hash);
      fetchFromAll();
    },
    requestedOf: (peer) => [...requested.values()].filter((request) => request.peer === peer).map(({ height }) => height),
    stalled: (now) => new Set([...requested.values()].filter(({ since }) => now - since > BLOCK_TIMEOUT_MS).map(({ peer }) => peer)),
  };
}

function servesBlocks(peer: Peer): boolean {
  return serves(peer, SERVICE.NETWORK | SERVICE.NETWORK_LIMITED);
}

/**
 * Runs checks of what a peer sent. @returns undefined if it was rejected for a reason that is not the peer's fault @throws ProtocolError
 */
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
