import type { Transaction } from '../../../../clarity/transaction.js';
import type { BlockExecution } from '../block-execution.js';
import type { Position, ReadCall } from '../reads.js';
import type { Subject } from './debug-run.js';

/** @param txid hex without 0x @default a transaction that nobody has signed */
export function subjectOf(execution: BlockExecution, transaction: Transaction, txid?: string): Subject {
  const { environment, state, spent } = execution.standing;
  const { limit, ...position } = environment;
  const name = txid === undefined ? 'simulation' : `0x${txid.slice(0, 8)}…`;
  return {
    position: { ...position, state },
    subject: { type: 'transaction', transaction, limit, spent },
    title: `${name} ${describe(transaction)}`,
  };
}

export function readSubject(position: Position, call: ReadCall): Subject {
  return { position, subject: { type: 'read', call }, title: `read-only call of ${call.contract.name}.${call.fn}` };
}

function describe({ payload }: Transaction): string {
  switch (payload.type) {
    case 'call':
      return `${payload.contract.name}.${payload.fn}`;
    case 'deploy':
      return `deploys ${payload.name}`;
    default:
      return payload.type;
  }
}
