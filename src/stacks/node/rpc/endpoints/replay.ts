import type { PlaceList } from '../../../../base/json-parts.js';
import { decodeTransaction, transactionFee } from '../../../protocol/codec/transaction/transaction.js';
import { PlacedEvents } from '../../../protocol/receipt/encoded-events.js';
import { headerFields, isBeforeNakamoto, type StacksBlock } from '../../chain/block/block.js';
import { merkleRoot } from '../../chain/block/merkle.js';
import { executeBlockAgain, type ReplayedTransaction } from '../../chain/production/replay.js';
import { type Answer, notFound, okWithLists } from '../answer.js';
import type { RpcNode } from '../node.js';
import { type RpcRequest, requireNoBody, requireToken } from '../request.js';

/**
 * `GET /v3/blocks/replay/{block_id}`, with the node's token: executes a block again (`blockreplay.rs` of stacks-core).
 * `data`, the transaction in stacks-core's internal JSON, is null; `hex` has the same transaction. Profiles have no counters, as on a node
 * that is built without the profiler.
 */
export async function getReplay(node: RpcNode, request: RpcRequest): Promise<Answer> {
  requireToken(node, request);
  requireNoBody(request);
  const id = request.params['block_id'] ?? '';
  const block = node.state.ledger.byId(id);
  const executed = block === undefined || isBeforeNakamoto(block) ? undefined : await executeBlockAgain(node.state, block);
  if (block === undefined || executed === undefined) throw notFound(`No such block ${id}\n`);
  const hasProfiler = request.query.get('profiler') === '1';
  return okWithLists((list) => replayedBlock(block, executed, { hasProfiler, list }));
}

/** @param options.isSimulated whether the transactions are others than those of the block; `list` takes the events */
export function replayedBlock(
  block: StacksBlock,
  executed: readonly ReplayedTransaction[],
  { list, hasProfiler, isSimulated = false }: { list: PlaceList; hasProfiler: boolean; isSimulated?: boolean },
) {
  const { tx_merkle_root, state_index_root, timestamp, miner_signature } = headerFields(block);
  return {
    block_id: block.indexHash,
    block_hash: block.blockHash,
    block_height: block.height,
    parent_block_id: block.parentIndexHash,
    consensus_hash: block.sortition.consensusHash,
    fees: executed.reduce((sum, { raw }) => sum + transactionFee(decodeTransaction(raw)), 0n),
    tx_merkle_root: isSimulated ? merkleRoot(executed.map(({ txid }) => txid)).toString('hex') : tx_merkle_root,
    state_index_root,
    timestamp,
    miner_signature,
    // the block that a node builds again is not signed
    signer_signature: [],
    transactions: executed.map((transaction) => replayedTransaction(transaction, { list, hasProfiler })),
    // a node compares the roots of replays only
    valid_merkle_root: !isSimulated,
  };
}

/** Events are numbered per transaction, not through the block as for event observers. */
export function replayedTransaction(
  { raw, txid, result, nanos }: ReplayedTransaction,
  { list, hasProfiler }: { list: PlaceList; hasProfiler: boolean },
) {
  const { status, rawResult, vmError, cost } = result;
  const events = new PlacedEvents(result.events, `0x${txid}`, 0);
  const isAborted = status === 'abort_by_post_condition';
  return {
    txid,
    // nodes number no transactions of a block that they build again
    tx_index: 0,
    data: null,
    hex: raw.toString('hex'),
    result_hex: `0x${rawResult}`,
    stx_burned: burnedBy(events),
    execution_cost: {
      write_length: cost.writeLength,
      write_count: cost.writeCount,
      read_length: cost.readLength,
      read_count: cost.readCount,
      runtime: cost.runtime,
    },
    events: isAborted ? [] : list(events),
    post_condition_aborted: isAborted,
    vm_error: vmError,
    profiler: hasProfiler ? { cpu_instructions: null, cpu_cycles: null, cpu_ref_cycles: null } : null,
    execution_stats: { secs: Number(nanos) / 1e9, nanos },
  };
}

/** The micro-STX that events burn. */
function burnedBy(events: PlacedEvents): bigint {
  let sum = 0n;
  for (const found of events.select((contract) => contract === undefined)) {
    for (const [, { type, stx_burn_event: burn }] of found)
      if (type === 'stx_burn_event') sum += BigInt((burn as { amount: string }).amount);
  }
  return sum;
}
