import { type OwnPort, serveThread } from '#platform/threads.js';
import { uptimeMs } from '../../../../base/uptime.js';
import { runJob } from './job-run.js';
import { MessageDecoder, MessageEncoder, type MessagePart } from './message.js';
import type { Job, Question, ThreadData } from './protocol.js';
import type { Ask } from './remote-state.js';
import type { StateServer } from './state-server.js';
import { createSurroundings, failure } from './surroundings.js';

/** The main thread does not want the job done any more. */
class Abandoned extends Error {
  override readonly name = 'Abandoned';
}

/** Does jobs for the main thread, one after another. Each message is answered; this thread waits for the answer. */
function serveJobs(data: ThreadData, { post, receive }: Required<OwnPort>): (received: unknown) => void {
  const common = createSurroundings(data);
  const { contracts, epoch } = common;

  /** Sends a part, and waits until it was taken, or for the answer to it. */
  function send(part: MessagePart): unknown {
    post(part);
    const decoder = new MessageDecoder(contracts, epoch);
    for (;;) {
      const received = receive() as MessagePart | 'abandoned';
      if (received === 'abandoned') throw new Abandoned();
      const answer = decoder.take(received);
      if (answer !== undefined) return answer.message;
    }
  }

  return (received) => {
    const job = new MessageDecoder(contracts, epoch).take(received as MessagePart)?.message as Job;
    if (job.forgets) contracts.clear();
    let waited = 0;
    let isAbandoned = false;
    const ask: Ask = <M extends keyof StateServer>(method: M, ...args: Parameters<StateServer[M]>) => {
      // Code that tidies up after a failure may go on asking.
      if (isAbandoned) throw new Abandoned();
      const begun = uptimeMs();
      try {
        return send(new MessageEncoder(contracts).end({ type: 'question', method, args } satisfies Question)) as ReturnType<StateServer[M]>;
      } catch (error) {
        isAbandoned = true;
        throw error;
      } finally {
        waited += uptimeMs() - begun;
      }
    };
    try {
      const surroundings = { ...common, ask, asksAhead: false, waited: () => waited };
      for (const part of runJob(job, surroundings, new MessageEncoder(contracts))) send(part);
    } catch (error) {
      if (error instanceof Abandoned) return;
      send(new MessageEncoder(contracts).end(failure(error)));
    }
  };
}

serveThread<ThreadData>((data, own) => serveJobs(data, own as Required<OwnPort>));
