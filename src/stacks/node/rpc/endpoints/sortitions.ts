import { PRODUCER_KEY_HASH } from '../../chain/production/producer-key.js';
import { vrfProof, vrfSeed } from '../../chain/production/system-transactions.js';
import type { Sortition } from '../../chain/state/sortition.js';
import { tenureAt } from '../../chain/state/tenures.js';
import { type Answer, notFound, ok, RpcError, undecodable } from '../answer.js';
import type { RpcNode } from '../node.js';
import { type RpcRequest, requireNoBody } from '../request.js';
import { findSortition } from './find-sortition.js';

const ZERO_HASH = '00'.repeat(32);
const MAX_U64 = 18_446_744_073_709_551_615n;
/** As far as the node's index of Bitcoin blocks counts. */
const MAX_U32 = 4_294_967_295n;

/** `GET /v3/sortitions`, with `/latest_and_last`, `/consensus/{hash}`, `/burn/{hash}` or `/burn_height/{height}`. */
export function getSortitions(node: RpcNode, request: RpcRequest): Answer {
  requireNoBody(request);
  const { key, value } = request.params;
  const sortition = find(node, key, value ?? '');
  const infos = [sortitionInfo(node, sortition)];
  // every Bitcoin block has a sortition, so the latest is also the last; the one before is what the node adds
  if (key === 'latest_and_last' && sortition.parent !== undefined) infos.push(sortitionInfo(node, sortition.parent));
  return ok(infos);
}

function find(node: RpcNode, key: string | undefined, value: string): Sortition {
  const { sortitions } = node.state;
  switch (key) {
    case undefined:
    case 'latest_and_last':
      return sortitions.tip;
    case 'consensus':
      requireHash(value, 20);
      return found(
        findSortition(node, ({ consensusHash }) => consensusHash === value),
        `ConsensusHash(${value})`,
      );
    case 'burn':
      requireHash(value, 32);
      return found(
        findSortition(node, ({ burn }) => burn.hash === value),
        `BurnchainHeaderHash(${value})`,
      );
    case 'burn_height': {
      const height = parseU64(value);
      const what = `BlockHeight(${height})`;
      if (height > MAX_U32) throw new RpcError(400, `Failed to load snapshot for ${what}: DBError(BlockHeightOutOfRange)\n`);
      // The first block has no sortition.
      return found(height === 0n ? undefined : sortitions.at(Number(height)), what);
    }
    default:
      throw undecodable(`Unknown query param: ${key}`);
  }
}

function requireHash(value: string, bytes: number): void {
  if (value.length !== bytes * 2) throw undecodable(`bad length ${value.length} for hex string`);
}

/** A number as Rust parses it, with its words for what is wrong. */
function parseU64(value: string): bigint {
  if (value === '') throw undecodable('cannot parse integer from empty string');
  if (!/^\d+$/.test(value)) throw undecodable('invalid digit found in string');
  const number = BigInt(value);
  if (number > MAX_U64) throw undecodable('number too large to fit in target type');
  return number;
}

function found(sortition: Sortition | undefined, what: string): Sortition {
  if (sortition === undefined) throw notFound(`Could not find snapshot ${what}\n`);
  return sortition;
}

/** Derives the fields of the winning block commit from the parent: there is one miner, and no commits. */
function sortitionInfo({ state }: RpcNode, sortition: Sortition): Record<string, unknown> {
  const parent = sortition.parent;
  const parentHash = parent === undefined ? undefined : `0x${parent.consensusHash}`;
  const parentTenure = parent === undefined ? undefined : tenureAt(state.ledger, parent.height);
  return {
    burn_block_hash: `0x${sortition.burn.hash}`,
    burn_block_height: sortition.height,
    burn_header_timestamp: sortition.burn.time,
    sortition_id: `0x${sortition.sortitionId}`,
    parent_sortition_id: `0x${parent?.sortitionId ?? ZERO_HASH}`,
    consensus_hash: `0x${sortition.consensusHash}`,
    was_sortition: true,
    miner_pk_hash160: `0x${PRODUCER_KEY_HASH.toString('hex')}`,
    stacks_parent_ch: parentHash ?? null,
    last_sortition_ch: parentHash ?? null,
    committed_block_hash: `0x${parentTenure?.tenureStart ?? ZERO_HASH}`,
    // Nakamoto's miners commit to the seed of the proof before theirs.
    vrf_seed: `0x${vrfSeed(vrfProof((parent ?? sortition).consensusHash)).toString('hex')}`,
  };
}
