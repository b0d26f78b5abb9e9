import { changesOf } from '../../../../clarity/state.js';
import { BlockExecution } from '../block-execution.js';
import type { Hits } from '../coverage/hits.js';
import { debugRun } from '../debug/debug-run.js';
import { callReadOnly } from '../reads.js';
import { runTransaction } from '../run-transaction.js';
import type { MessageEncoder, MessagePart } from './message.js';
import { deadlinePace, Overdue } from './pace.js';
import type { Done, Job } from './protocol.js';
import { type Ask, remoteView } from './remote-state.js';
import type { Surroundings } from './surroundings.js';

type JobSurroundings = Surroundings & {
  ask: Ask;
  /** Whether it asks for all of a contract at once. */
  asksAhead: boolean;
  /** How long the job waited for the main thread, in ms. */
  waited: () => number;
};

type TransactionRun = Extract<Job['run'], { type: 'transaction' }>;
type DebugRun = Extract<Job['run'], { type: 'debug' }>;
type ReadRun = Extract<Job['run'], { type: 'read' }>;

/** Does a job. @returns the parts of what was done */
export function* runJob(
  { epoch, state: handle, run }: Job,
  surroundings: JobSurroundings,
  encoder: MessageEncoder,
): Generator<MessagePart> {
  const { rulesOf, unlockHeights, deadline, ask, asksAhead, waited } = surroundings;
  const position = { rules: rulesOf({ name: epoch }), unlockHeights, ...remoteView(handle, ask, asksAhead) };
  const pace = deadlinePace(deadline, waited);

  function record<T>(execute: () => T): { result: T; hits?: Hits } {
    return surroundings.counter?.record(execute) ?? { result: execute() };
  }

  function* read({ call }: ReadRun): Generator<MessagePart> {
    const { result, hits } = record(() => callReadOnly(position, { ...call, pace }));
    yield encoder.end({ type: 'read', result, hits } satisfies Done);
  }

  function* debug({ subject, question }: DebugRun): Generator<MessagePart> {
    const answer = debugRun({ ...position, rules: surroundings.debugRulesOf({ name: epoch }) }, subject, question, pace);
    encoder.addPlain(answer);
    yield encoder.end({ type: 'debug', answer } satisfies Done);
  }

  function* transaction({ transaction, limit, spent, records }: TransactionRun): Generator<MessagePart> {
    const { state, ...environment } = position;
    const execution = new BlockExecution(state, { ...environment, limit }, spent);
    const { result: observed, hits } = record(() => runTransaction(execution, transaction, { records, pace }));
    const changes = [...changesOf(execution.after())];
    const deployed = changes.flatMap((change) => (change.type === 'contract' ? [change.contract] : []));
    yield* encoder.addContracts([...deployed, ...(hits?.keys() ?? [])]);
    for (const change of changes) {
      encoder.add(change);
      if (encoder.isFull) yield encoder.part();
    }
    if ('events' in observed.result) yield* encoder.addEvents(observed.result.events);
    if (observed.trace !== undefined) encoder.addPlain(observed.trace);
    if (observed.profile !== undefined) encoder.addPlain(observed.profile);
    yield encoder.end({ type: 'transaction', observed, changes, hits } satisfies Done);
  }

  try {
    yield* run.type === 'read' ? read(run) : run.type === 'debug' ? debug(run) : transaction(run);
  } catch (error) {
    if (!(error instanceof Overdue)) throw error;
    yield encoder.end({ type: 'overdue', reason: error.message } satisfies Done);
  }
}
