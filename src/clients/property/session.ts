import type { Devnet } from '../../network/types.js';
import type { Command, Session, Step } from './types.js';

export type RunningSession<App> = Session<App> & {
  take(command: Command<App>): Promise<void>;
};

/** @param devnet a copy that belongs to this run alone */
export async function openSession<App>(devnet: Devnet, app: App): Promise<RunningSession<App>> {
  const steps: Step<App>[] = [];
  // The states before each step that is on the chain, oldest first.
  const states: string[] = [];
  const session: RunningSession<App> = {
    devnet,
    app,
    steps,
    async goBack(count) {
      const kept = Math.max(0, states.length - 1 - count);
      const state = states[kept];
      if (state === undefined) return;
      await devnet.restore(state);
      states.length = kept;
    },
    async take(command) {
      states.push(await devnet.snapshot());
      const step: Step<App> = { command };
      steps.push(step);
      Object.assign(step, await command.run(session));
    },
  };
  return session;
}
