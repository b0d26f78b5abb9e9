import { receiveMessageOnPort, workerData } from '#platform/threads.js';
import { messageOf } from '../../../../base/error.js';
import { uptimeMs } from '../../../../base/uptime.js';
import { reportEvaluations } from '../../../../clarity/debug.js';
import { HitCounter } from '../coverage/hits.js';
import { createRulesOf } from '../rules.js';
import { runJob } from './job-run.js';
import { MessageDecoder, MessageEncoder, type MessagePart } from './message.js';
import type { Done, Job, Question, ThreadData } from './protocol.js';
import type { Ask } from './remote-state.js';
import { SharedContracts } from './shared-contracts.js';
import type { StateServer } from './state-server.js';

/** The main thread does not want the job done any more. */
class Abandoned extends Error {
  override readonly name = 'Abandoned';
}

/** Does jobs for the main thread, one after another. Each message is answered; this thread waits for the answer. */
function serveJobs(data: ThreadData): void {
  const { port, answers, coverage } = data;
  const counter = coverage ? new HitCounter() : undefined;
  const rulesOf = createRulesOf(data, counter?.instrument);
  const debugRulesOf = createRulesOf(data, reportEvaluations);
  const contracts = new SharedContracts(false);
  const epoch = (name: Job['epoch']) => rulesOf({ name }).epoch;

  /** Sends a part, and waits until it was taken, or for the answer to it. */
  function send(part: MessagePart): unknown {
    port.postMessage(part);
    const decoder = new MessageDecoder(contracts, epoch);
    for (;;) {
      const answer = decoder.take(receive());
      if (answer !== undefined) return answer.message;
    }
  }

  function receive(): MessagePart {
    for (;;) {
      const seen = Atomics.load(answers, 0);
      const received = receiveMessageOnPort(port) as { message: MessagePart | 'abandoned' } | undefined;
      if (received?.message === 'abandoned') throw new Abandoned();
      if (received !== undefined) return received.message;
      Atomics.wait(answers, 0, seen);
    }
  }

  port.on('message', (received: MessagePart) => {
    const job = new MessageDecoder(contracts, epoch).take(received)?.message as Job;
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
      const surroundings = { ...data, rulesOf, debugRulesOf, counter, ask, waited: () => waited };
      for (const part of runJob(job, surroundings, new MessageEncoder(contracts))) send(part);
    } catch (error) {
      if (error instanceof Abandoned) return;
      const stack = error instanceof Error ? error.stack : undefined;
      send(new MessageEncoder(contracts).end({ type: 'failed', message: messageOf(error), stack } satisfies Done));
    }
  });
}

serveJobs(workerData as ThreadData);
