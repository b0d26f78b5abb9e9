import { messageOf } from '../base/error.js';
import type { Devnet } from '../network/types.js';
import type { Context } from './context.js';
import type { Output } from './output.js';
import type { Printer } from './printed/printer.js';

const HELP = 'm mines a Bitcoin block, s saves a snapshot, r restores it, d shows requests, c clears the screen, Ctrl-C stops the network';
const CLEAR = '\u001b[2J\u001b[3J\u001b[H';

export type KeyboardOptions = {
  context: Pick<Context, 'readKeys' | 'stdout'>;
  /** Returns the network as it is now. */
  devnet(): Pick<Devnet, 'bitcoin' | 'snapshot' | 'restore'>;
  printer: Pick<Printer, 'say'>;
  output: Pick<Output, 'json'>;
  /** Shows the requests to the gateway, or hides them again. @returns whether they are shown now */
  toggleRequests(): boolean;
};

/** Follows single keys while a network runs in a terminal. @returns a function that stops it */
export function followKeys({ context, devnet, printer, output, toggleRequests }: KeyboardOptions): () => void {
  if (context.readKeys === undefined || output.json) return () => undefined;
  const say = (text: string): void => printer.say({ topic: 'network', text });
  let last: string | undefined;
  const actions: Record<string, () => Promise<void> | void> = {
    m: async () => void (await devnet().bitcoin.mine()),
    async s() {
      last = await devnet().snapshot();
      say(`saved snapshot ${last}; press r to restore it`);
    },
    async r() {
      if (last === undefined) say('no snapshot yet; press s to save one');
      else await devnet().restore(last);
    },
    c: () => context.stdout.write(CLEAR),
    d: () => say(toggleRequests() ? 'requests to the gateway are shown' : 'requests to the gateway are hidden'),
    '?': () => printer.say({ topic: 'network', isDetail: true, text: HELP }),
  };
  // One after the other: a restore must not meet the mining of the key before.
  let done = Promise.resolve();
  return context.readKeys((key) => {
    const action = actions[key];
    if (action === undefined) return;
    done = done.then(action).catch((error: unknown) => {
      printer.say({ topic: 'network', tone: 'bad', text: `${key}: ${messageOf(error)}` });
    });
  });
}
