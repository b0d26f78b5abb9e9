import { hash160, sha512_256 } from '../../../protocol/codec/hash.js';
import { recoverKey } from '../../../protocol/codec/transaction/recover.js';
import { cycleOf } from '../../chain/pox/pox.js';
import type { ChosenSigners } from '../../chain/pox/reward-set.js';
import { PRODUCER_KEY_HASH } from '../../chain/production/producer-key.js';
import { type Chunk, chunkKey } from '../../chain/state/chunks.js';
import { type Answer, notFound, ok, okBytes, undecodable } from '../answer.js';
import type { RpcNode } from '../node.js';
import { contractParam, type RpcRequest, requireNoBody, u32Param } from '../request.js';
import { isStackerDb } from './info.js';
import { parseStackerDbChunk, type StackerDbChunk } from './stackerdb-chunk.js';

/** Slots of the miners' database: two for each of the last two miners. */
const MINER_SLOTS = 4;
const NO_CHUNK: Chunk = { version: 0, signature: '00'.repeat(65), data: Buffer.alloc(0) };
const NO_HASH = '00'.repeat(32);
/** Bytes that a signer may write at once. */
const MAX_SIGNER_CHUNK = 2 * 1024 * 1024;

/** `StackerDBErrorCodes` of stacks-core: why a chunk is not taken. */
const REFUSALS = {
  DataAlreadyExists: [0, 'Data for this slot and version already exist'],
  NoSuchSlot: [1, 'No such StackerDB slot'],
  BadSigner: [2, 'Signature does not match slot signer'],
  ChunkTooBig: [3, "Chunk exceeds the replica's configured chunk size"],
} as const;

/** `GET /v2/stackerdb/{address}/{contract}`: what is in the slots. */
export function getStackerDb(node: RpcNode, request: RpcRequest): Answer {
  requireNoBody(request);
  const contract = contractParam(request);
  if (!isStackerDb(node.state.network, contract)) throw notFound('StackerDB contract not found');
  return ok(writers(node, contract).map((_, slot) => metadata(slot, chunkIn(node, contract, slot) ?? NO_CHUNK)));
}

/** `GET /v2/stackerdb/{address}/{contract}/{slot_id}`, with `/{slot_version}` or without */
export function getStackerDbChunk(node: RpcNode, request: RpcRequest): Answer {
  requireNoBody(request);
  const contract = contractParam(request);
  const slot = u32Param(request, 'slot_id');
  const version = request.params['slot_version'] === undefined ? undefined : u32Param(request, 'slot_version');
  const chunk = isStackerDb(node.state.network, contract) ? chunkIn(node, contract, slot) : undefined;
  if (chunk === undefined || (version !== undefined && chunk.version !== version)) throw notFound('StackerDB contract or chunk not found');
  return okBytes(chunk.data);
}

/** `GET /v2/stackerdb/{address}/{contract}/replicas` */
export function getStackerDbReplicas(_node: RpcNode, request: RpcRequest): Answer {
  requireNoBody(request);
  contractParam(request);
  return ok([]);
}

/** `POST /v2/stackerdb/{address}/{contract}/chunks`: takes what the slot's owner signed, with a version above the last. */
export function postStackerDbChunk(node: RpcNode, request: RpcRequest): Answer {
  if (request.body.length === 0) throw undecodable('Invalid Http request: expected non-empty body');
  const contract = contractParam(request);
  const written = parseStackerDbChunk(request.body);
  if (!isStackerDb(node.state.network, contract)) throw notFound('StackerDB not found');
  const refusal = refusalOf(node, contract, written);
  const { slot } = written;
  if (refusal === undefined) node.state.chunks.set(chunkKey(contract, slot, writers(node, contract)[slot] ?? ''), written);
  const chunk = chunkIn(node, contract, slot);
  const found = chunk === undefined ? undefined : metadata(slot, chunk);
  if (refusal === undefined) return ok({ accepted: true, metadata: found });
  const [code, reason] = REFUSALS[refusal];
  return ok({ accepted: false, reason: JSON.stringify({ code, message: refusal, reason }), metadata: found, code });
}

function refusalOf(node: RpcNode, contract: string, written: StackerDbChunk): keyof typeof REFUSALS | undefined {
  const { slot, version, signature, data } = written;
  if (data.length > MAX_SIGNER_CHUNK && !contract.endsWith('.miners')) return 'ChunkTooBig';
  const writer = writers(node, contract)[slot];
  if (writer === undefined) return 'NoSuchSlot';
  const [recoveryId = 0, ...compact] = Buffer.from(signature, 'hex');
  const head = Buffer.alloc(8);
  head.writeUInt32BE(slot);
  head.writeUInt32BE(version, 4);
  const signed = sha512_256(head, sha512_256(data));
  const key = recoverKey(signed, Uint8Array.from(compact), recoveryId, true);
  if (key === undefined || hash160(key).toString('hex') !== writer) return 'BadSigner';
  return version <= (chunkIn(node, contract, slot)?.version ?? 0) ? 'DataAlreadyExists' : undefined;
}

/** The chunk in a slot; undefined for an unknown slot. */
function chunkIn(node: RpcNode, contract: string, slot: number): Chunk | undefined {
  const writer = writers(node, contract)[slot];
  return writer === undefined ? undefined : (node.state.chunks.get(chunkKey(contract, slot, writer)) ?? NO_CHUNK);
}

function metadata(slot: number, { version, signature, data }: Chunk): Record<string, unknown> {
  return {
    slot_id: slot,
    slot_version: version,
    data_hash: version === 0 ? NO_HASH : sha512_256(data).toString('hex'),
    signature,
  };
}

/**
 * The hashes of the keys that may write to each slot. Cycles take turns with the two sets of signers' databases; a set is its
 * last cycle's until the next is chosen.
 */
function writers({ state }: RpcNode, contract: string): string[] {
  const set = /\.signers-([01])-/.exec(contract)?.[1];
  if (set === undefined) return Array.from({ length: MINER_SLOTS }, () => PRODUCER_KEY_HASH.toString('hex'));
  const { ledger, sortitions, pox } = state;
  const first = cycleOf(pox, ledger.first.sortition.height);
  let chosen: ChosenSigners | undefined;
  for (let cycle = cycleOf(pox, sortitions.tip.height) + 1; chosen === undefined && cycle >= first; cycle--) {
    if (cycle % 2 === Number(set)) chosen = ledger.chosen(cycle);
  }
  return (chosen?.set.signers ?? []).map(({ key }) => hash160(Buffer.from(key, 'hex')).toString('hex'));
}
