import { DevnetError, messageOf } from '../../../base/error.js';
import type { OriginReader, ReadAnswer } from '../../../base/read-answer.js';
import { memoryStore, type Store } from './store.js';

export type ReaderOptions<Request> = {
  /** Asks the origin; undefined if it has no such thing. Undefined offline. */
  ask: ((request: Request) => Promise<string | undefined>) | undefined;
  store: Store;
  /** Returns the error of a read that needs the network while there is none. */
  offline(): DevnetError;
  /** Called once if answers cannot be stored. */
  onWarning?: ((message: string) => void) | undefined;
};

/** Reads the origin of a fork: from the store, else over the network. Only what was answered is stored. */
export function createForkSourceReader<Request extends object>({
  ask,
  store,
  offline,
  onWarning,
}: ReaderOptions<Request>): OriginReader<Request> {
  /** Reads that have not ended. */
  const reads = new Map<string, Promise<ReadAnswer>>();
  /** Answers that cannot be stored. */
  const unstored = memoryStore();
  let warned = false;

  const known = (key: string) => store.read(key) ?? unstored.read(key);

  function write(key: string, found: string | undefined): void {
    try {
      store.write(key, found);
    } catch (error) {
      unstored.write(key, found);
      if (!warned) onWarning?.(`Cannot keep what the fork reads, so it reads it again at the next start: ${messageOf(error)}`);
      warned = true;
    }
  }

  async function readOrigin(request: Request, key: string): Promise<ReadAnswer> {
    try {
      if (ask === undefined) throw offline();
      const found = await ask(request);
      write(key, found);
      return { found };
    } catch (error) {
      return { failure: failureOf(error) };
    }
  }

  return {
    known: (request) => known(keyOf(request)),
    remember: (request, found) => write(keyOf(request), found),
    read(request) {
      const key = keyOf(request);
      const stored = known(key);
      if (stored !== undefined) return Promise.resolve(stored);
      const asked = reads.get(key);
      if (asked !== undefined) return asked;
      const reading = readOrigin(request, key).then((answer) => {
        reads.delete(key);
        return answer;
      });
      reads.set(key, reading);
      return reading;
    },
  };
}

function keyOf(request: object): string {
  return Object.values(request).join(' ');
}

function failureOf(error: unknown): Extract<ReadAnswer, { failure: unknown }>['failure'] {
  if (!(error instanceof DevnetError)) return { code: 'INTERNAL', message: `the origin of the fork cannot be read: ${messageOf(error)}` };
  const { code, message, reason, hint } = error;
  return { code, message, reason, hint };
}
