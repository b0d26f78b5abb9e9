import type { OwnPort } from '#platform/threads.js';
import { uptimeMs } from '../../../../base/uptime.js';
import { runJob } from './job-run.js';
import { MessageDecoder, MessageEncoder, type MessagePart } from './message.js';
import type { Job, Question, ThreadData } from './protocol.js';
import type { Ask } from './remote-state.js';
import type { StateServer } from './state-server.js';
import { createSurroundings, failure } from './surroundings.js';

/** How long attempts that end early may always take in all, in ms. */
const FREE = 1_000;
/** How often the longest of these attempts they may take in all. Who asks more of a page is better off without a thread. */
const MOST_REPEATS = 4;

/** The main thread has been asked something. */
class Asked extends Error {
  override readonly name = 'Asked';
}

type Repeated = {
  readonly job: Job;
  readonly answers: Map<string, unknown>;
  /** The key of the last question. */
  asked: string;
  /** How long all attempts took that ended early, and the longest of them, in ms. */
  spent: number;
  longest: number;
};

/**
 * Does jobs for the main thread where this thread cannot wait for it. Once a job asks something that is not known, it ends without an
 * effect, and begins again when the answer is here. What it has asked so far is known then.
 */
export function serveRepeating(data: ThreadData, { post }: OwnPort): (received: unknown) => void {
  const common = createSurroundings(data);
  const { contracts, epoch } = common;
  let decoder: MessageDecoder | undefined;
  let current: Repeated | undefined;

  function attempt(repeated: Repeated): void {
    const { job, answers } = repeated;
    const begun = uptimeMs();
    let question: MessagePart | undefined;
    const ask: Ask = <M extends keyof StateServer>(method: M, ...args: Parameters<StateServer[M]>) => {
      // Code that tidies up after a failure may go on asking.
      if (question !== undefined) throw new Asked();
      const part = new MessageEncoder(contracts).end({ type: 'question', method, args } satisfies Question);
      const key = keyOf(part);
      if (answers.has(key)) return answers.get(key) as ReturnType<StateServer[M]>;
      repeated.asked = key;
      question = part;
      throw new Asked();
    };
    try {
      const surroundings = { ...common, ask, asksAhead: true, waited: () => 0 };
      for (const part of runJob(job, surroundings, new MessageEncoder(contracts))) post(part);
    } catch (error) {
      if (error instanceof Asked && question !== undefined && isWorthwhile(repeated, uptimeMs() - begun)) {
        post(question);
        return;
      }
      post(new MessageEncoder(contracts).end(error instanceof Asked ? { type: 'unfit' } : failure(error)));
    }
    current = undefined;
  }

  return (received) => {
    if (received === 'abandoned') {
      decoder = undefined;
      current = undefined;
      return;
    }
    decoder ??= new MessageDecoder(contracts, epoch);
    const taken = decoder.take(received as MessagePart);
    if (taken === undefined) return;
    decoder = undefined;
    if (current !== undefined) {
      current.answers.set(current.asked, taken.message);
      attempt(current);
    } else if (taken.message !== undefined) {
      const job = taken.message as Job;
      if (job.forgets) contracts.clear();
      current = { job, answers: new Map(), asked: '', spent: 0, longest: 0 };
      attempt(current);
    }
    // Else the main thread has taken a part of what was done: nothing waits for that.
  };
}

/** Returns whether a job is to be repeated after another attempt, which took some ms. */
function isWorthwhile(repeated: Repeated, took: number): boolean {
  repeated.spent += took;
  repeated.longest = Math.max(repeated.longest, took);
  return repeated.spent <= FREE || repeated.spent <= MOST_REPEATS * repeated.longest;
}

/** Equal questions have equal keys. */
function keyOf({ tape }: MessagePart): string {
  return JSON.stringify(tape, (_, field) => (typeof field === 'bigint' ? `${field}n` : field));
}
