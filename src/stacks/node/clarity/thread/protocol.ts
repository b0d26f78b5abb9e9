import type { DebugAnswer, DebugQuestion } from '../../../../clarity/debug.js';
import type { AnyEpochName } from '../../../../clarity/epoch.js';
import type { ExecutionCost } from '../../../../clarity/failure.js';
import type { Change, UnlockHeights } from '../../../../clarity/state.js';
import type { Transaction } from '../../../../clarity/transaction.js';
import type { Hits } from '../coverage/hits.js';
import type { DebugSubject } from '../debug/debug-run.js';
import type { ReadCall, ReadResult } from '../reads.js';
import type { Observed, Recording } from '../run-transaction.js';
import type { StateHandle, StateServer } from './state-server.js';

/** What the thread gets when it starts. */
export type ThreadData = {
  readonly isMainnet: boolean;
  readonly chainId: number;
  readonly unlockHeights: UnlockHeights;
  readonly coverage: boolean;
  /** In ms. */
  readonly deadline: number;
};

export type Job = {
  /** Whether both threads forget the contracts that they share. */
  readonly forgets: boolean;
  readonly epoch: AnyEpochName;
  readonly state: StateHandle;
  readonly run:
    | {
        readonly type: 'transaction';
        readonly transaction: Transaction;
        readonly limit: ExecutionCost;
        readonly spent: ExecutionCost | undefined;
        readonly records: Recording | undefined;
      }
    | { readonly type: 'read'; readonly call: ReadCall }
    | { readonly type: 'debug'; readonly subject: DebugSubject; readonly question: DebugQuestion };
};

/** What the thread did. */
export type Done =
  | { readonly type: 'transaction'; readonly observed: Observed; readonly changes: readonly Change[]; readonly hits: Hits | undefined }
  | { readonly type: 'read'; readonly result: ReadResult; readonly hits: Hits | undefined }
  | { readonly type: 'debug'; readonly answer: DebugAnswer }
  | { readonly type: 'overdue'; readonly reason: string }
  /** It repeated too much. */
  | { readonly type: 'unfit' }
  | { readonly type: 'failed'; readonly message: string; readonly stack: string | undefined };

export type Question = { readonly type: 'question'; readonly method: keyof StateServer; readonly args: readonly unknown[] };
