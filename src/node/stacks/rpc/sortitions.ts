import { MINER } from '../chain/miner.js';
import type { Sortition } from '../chain/sortition.js';
import { tenureAt } from '../chain/tenures.js';
import { sha512_256 } from '../codec/hash.js';
import { type Answer, notFound, ok, undecodable } from './answer.js';
import type { RpcNode } from './node.js';
import { type RpcRequest, requireNoBody } from './request.js';

const ZERO_HASH = '00'.repeat(32);

/** `GET /v3/sortitions`, with `/latest_and_last`, `/consensus/{hash}`, `/burn/{hash}` or `/burn_height/{height}`. */
export function getSortitions(node: RpcNode, request: RpcRequest): Answer {
  requireNoBody(request);
  const { key, value } = request.params;
  const found = find(node, key, value ?? '');
  const infos = [sortitionInfo(node, found)];
  // every Bitcoin block has a sortition, so the latest is also the last; the one before is what the node adds
  if (key === 'latest_and_last' && found.parent !== undefined) infos.push(sortitionInfo(node, found.parent));
  return ok(infos);
}

function find({ state: { sortitions } }: RpcNode, key: string | undefined, value: string): Sortition {
  switch (key) {
    case undefined:
    case 'latest_and_last':
      return sortitions.tip;
    case 'consensus':
      return search(sortitions.tip, (candidate) => candidate.consensusHash === hash(value, 20), `ConsensusHash(${value})`);
    case 'burn':
      return search(sortitions.tip, (candidate) => candidate.burn.hash === hash(value, 32), `BurnchainHeaderHash(${value})`);
    case 'burn_height': {
      if (!/^\d{1,20}$/.test(value)) throw undecodable('invalid digit found in string');
      const found = sortitions.at(Number(value));
      if (found === undefined) throw notFound(`Could not find snapshot BlockHeight(${value})\n`);
      return found;
    }
    default:
      throw undecodable(`Unknown query param: ${key}`);
  }
}

function hash(value: string, bytes: number): string {
  if (value.length !== bytes * 2) throw undecodable(`Invalid hex string length: expected ${bytes * 2}, got ${value.length}`);
  return value;
}

function search(tip: Sortition, matches: (sortition: Sortition) => boolean, what: string): Sortition {
  for (let at: Sortition | undefined = tip; at !== undefined; at = at.parent) if (matches(at)) return at;
  throw notFound(`Could not find snapshot ${what}\n`);
}

/** What would come from the winning block commit is derived from the parent: there is one miner, and no commits. */
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
    miner_pk_hash160: `0x${MINER.keyHash.toString('hex')}`,
    stacks_parent_ch: parentHash ?? null,
    last_sortition_ch: parentHash ?? null,
    committed_block_hash: `0x${parentTenure?.tenureStart ?? ZERO_HASH}`,
    vrf_seed: `0x${sha512_256(Buffer.from(sortition.consensusHash, 'hex')).toString('hex')}`,
  };
}
