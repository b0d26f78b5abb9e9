import { untilComplete } from '../../../base/missing.js';
import { atAsync } from '../../../base/storage.js';
import { createTurns } from '../../../base/turns.js';
import type { State } from '../../../clarity/state.js';
import { type ContractRecord, getEntry, recordOf, StoredContract } from '../../../clarity/state.js';
import { decodeTransaction } from '../../protocol/codec/transaction/transaction.js';
import type { StacksBlock } from '../chain/block/block.js';

/**
 * Checks the contracts that a block of a file adds. Those of the chain's own first state, and those with the source that a transaction of
 * the block deploys, are right: to analyse thousands takes seconds. Others are analysed, which may ask the origin of a fork.
 * @param own the first state of this chain
 * @throws FormatError for a contract that cannot be analysed
 */
export async function checkContracts(added: readonly StoredContract[], block: StacksBlock, own: State): Promise<void> {
  const others = added.filter(({ record }) => !isOf(own, record));
  if (others.length === 0) return;
  const deployed = sourcesDeployedBy(block);
  const giveWay = createTurns();
  for (const contract of others) {
    const { id, source } = contract.record;
    if (deployed.get(id.name ?? '') !== source) await atAsync(id.text, () => untilComplete(() => contract.contract));
    await giveWay();
  }
}

function isOf(state: State, { id, source, version, epoch, height, firstSlot }: ContractRecord): boolean {
  const contract = getEntry(state.contracts, id);
  if (contract === undefined) return false;
  const known = contract instanceof StoredContract ? contract.record : recordOf(contract);
  const isSame = known.version === version && known.epoch === epoch && known.height === height && known.firstSlot === firstSlot;
  return isSame && known.source === source;
}

/** Returns the sources that transactions of a block deploy, by name. */
function sourcesDeployedBy(block: StacksBlock): Map<string, string> {
  return new Map(
    block.transactions.flatMap(({ raw }): [string, string][] => {
      const { payload } = decodeTransaction(raw);
      return payload.type === 'deploy' ? [[payload.name, payload.source]] : [];
    }),
  );
}
