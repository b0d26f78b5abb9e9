import type { StateStore } from '#platform/states.js';
import { createMutex } from '../../../base/async.js';
import { messageOf } from '../../../base/error.js';
import { PartsImage, PartsWriter } from '../../../base/storage.js';
import { uptimeMs } from '../../../base/uptime.js';
import type { StateParts } from '../../../stacks/engine.js';
import type { StateFile } from './create.js';
import { checksumIn, type PartBytes, type ReadState, readWhole, writeStateFile } from './format.js';
import { encodeChanges, type JournalEnd, type JournalLayout, journalHead, journalRecords } from './journal.js';

/** How soon after an event the state is written. Most changes come in groups. */
const SOON_MS = 50;
/** How soon after a change without an event, for example of a wallet. */
const LATEST_MS = 500;
/** A pause is this many times as long as it took to write a change, within limits. What a user saw a second ago is written. */
const SHARE = 20;
const LONGEST_PAUSE_MS = 150;
/** The pause after an error. */
const RETRY_MS = 1_000;
/** After how many errors in a row the whole state is written instead of what changed. */
const ATTEMPTS = 3;
/** How many bytes may wait for a store that takes none. More are forgotten, and the whole state is written later. */
const LONG_WAIT = 16 * 2 ** 20;
/** A journal that is longer than this and longer than its state becomes a state. */
const LONG_JOURNAL = 4 * 2 ** 20;

export type KeepStateOptions = {
  state: Pick<StateFile, 'write'>;
  store: StateStore;
  /** What the store had at the start; undefined for nothing. */
  stored: ReadState | undefined;
  version: string;
  /** Calls the listener after most changes. @returns ends it */
  subscribe(listener: () => void): () => void;
  /** Called with a problem once, and with undefined as soon as it is over. */
  onProblem(problem: string | undefined): void;
  /** @default 4 MiB */
  longJournal?: number | undefined;
};

/** Keeps the state of a network in a store while the network runs. */
export type StateKeeper = {
  /** Writes what changed until now. @throws what prevented it */
  flush(): Promise<void>;
  /** Writes the whole state without a journal, and closes the store. @throws what prevented it */
  close(): Promise<void>;
};

/** What the store has: how far the writer is, and the bytes of a state and of its journal. */
type Place = { writer: PartsWriter; end: JournalEnd; state: number; journal: number };
/** A state that is ready to be put in place of all. */
type Prepared = { put(records: readonly Uint8Array[]): Promise<Omit<Place, 'writer'>>; discard(): Promise<void> };

/** Writes the state of a network to a store, and soon after each change what changed. */
export function keepState({ longJournal = LONG_JOURNAL, ...options }: KeepStateOptions): StateKeeper {
  const { state, store, version, onProblem } = options;
  /** One step at a time. */
  const steps = createMutex();
  let { stored } = options;
  let place: Place | undefined;
  /** Records that the store does not have yet. */
  let waiting: Buffer[] = [];
  /** Records that the store has had since its journal began to become a state. */
  let since: Buffer[] = [];
  let shortening: Promise<void> | undefined;
  let failures = 0;

  const prepare = async (parts: PartBytes, layout: JournalLayout): Promise<Prepared> => {
    const file = await writeStateFile(parts, version);
    const head = journalHead(layout, checksumIn(file));
    const { put, discard } = await store.prepare(file);
    return {
      discard,
      async put(records) {
        const { bytes, end } = journalRecords(records, head.end);
        await put(Buffer.concat([head.bytes, bytes]));
        return { end, state: file.length, journal: head.bytes.length + bytes.length };
      },
    };
  };

  /** Begins with the whole state, which the store may have already. */
  const begin = async (): Promise<Place> => {
    const writer = new PartsWriter();
    const image = await writeParts(state, writer);
    const layout = writer.layout();
    if (stored !== undefined && isSame(stored.parts, image.parts())) {
      const { length, isWhole, journal, checksum } = stored;
      if (journal === undefined || isSameLayout(journal.layout, layout)) {
        if (!isWhole) await store.cut(length);
        if (journal !== undefined) return { writer, end: journal.end, state: journal.from, journal: length - journal.from };
        const head = journalHead(layout, checksum);
        await store.append(head.bytes);
        return { writer, end: head.end, state: length, journal: head.bytes.length };
      }
    }
    const { put } = await prepare(image.pieces(), layout);
    return { writer, ...(await put([])) };
  };

  const restart = async (): Promise<void> => {
    const begun = await begin();
    stored = undefined;
    place = begun;
    waiting = [];
  };

  /** Adds what changed to the journal. */
  const step = async (): Promise<void> => {
    if (place === undefined) return restart();
    const now = place;
    try {
      await state.write(now.writer);
    } catch (error) {
      // What it has written is not known.
      place = undefined;
      throw error;
    }
    const changes = now.writer.changes();
    if (changes.size > 0) waiting.push(encodeChanges(changes));
    if (waiting.length === 0) return;
    // Perhaps a new file can be written, for example if another program has removed this one.
    if (failures > 0 && failures % ATTEMPTS === 0) return restart();
    const { bytes, end } = journalRecords(waiting, now.end);
    try {
      await store.append(bytes);
    } catch (error) {
      if (bytes.length > LONG_WAIT) place = undefined;
      throw error;
    }
    place = { ...now, end, journal: now.journal + bytes.length };
    if (shortening !== undefined) since.push(...waiting);
    waiting = [];
    if (shortening === undefined && place.journal > Math.max(longJournal, place.state)) {
      const whole = await store.read();
      shortening = shorten(whole, place.writer).finally(() => {
        shortening = undefined;
        since = [];
      });
      // A later attempt may succeed.
      shortening.catch(() => undefined);
    }
  };

  /** Makes a state of a state and its journal. Meanwhile the journal grows. */
  const shorten = async (whole: Uint8Array | undefined, writer: PartsWriter): Promise<void> => {
    if (whole === undefined) return;
    const { parts, journal } = await readWhole(whole);
    const { put, discard } = await prepare(parts, journal?.layout ?? new Map());
    await steps.run(async () => {
      if (place?.writer !== writer) return discard();
      place = { writer, ...(await put(since)) };
    });
  };

  const flush = (): Promise<void> =>
    steps.run(async () => {
      try {
        await step();
      } catch (error) {
        failures++;
        if (failures === 1) onProblem(messageOf(error));
        throw error;
      }
      if (failures > 0) onProblem(undefined);
      failures = 0;
    });
  const stop = repeat(flush, options.subscribe);

  return {
    flush,
    async close() {
      stop();
      await steps.run(async () => undefined);
      await shortening?.catch(() => undefined);
      try {
        const image = await writeParts(state, new PartsWriter());
        const { put } = await store.prepare(await writeStateFile(image.pieces(), version));
        await put(NOTHING);
      } finally {
        await store.close();
      }
    },
  };
}

const NOTHING = new Uint8Array();

/** Runs a task soon after each event, and sometimes without one. Its errors are its own. @returns ends this */
function repeat(task: () => Promise<void>, subscribe: KeepStateOptions['subscribe']): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let due = Number.POSITIVE_INFINITY;
  /** Not before this, so that the task takes a small part of the time. */
  let earliest = 0;
  let isRunning = false;
  let isStopped = false;
  const schedule = (at: number): void => {
    if (isStopped || at >= due) return;
    due = at;
    clearTimeout(timer);
    if (isRunning) return;
    timer = setTimeout(() => void run(), Math.max(0, at - uptimeMs()));
    timer.unref();
  };
  const run = async (): Promise<void> => {
    isRunning = true;
    due = Number.POSITIVE_INFINITY;
    const begun = uptimeMs();
    const isDone = await task().then(
      () => true,
      () => false,
    );
    const now = uptimeMs();
    earliest = now + (isDone ? Math.min(LONGEST_PAUSE_MS, SHARE * (now - begun)) : RETRY_MS);
    isRunning = false;
    const next = Math.max(earliest, Math.min(due, now + LATEST_MS));
    due = Number.POSITIVE_INFINITY;
    schedule(next);
  };
  const unsubscribe = subscribe(() => schedule(Math.max(earliest, uptimeMs() + SOON_MS)));
  schedule(uptimeMs());
  return () => {
    isStopped = true;
    unsubscribe();
    clearTimeout(timer);
  };
}

async function writeParts(state: Pick<StateFile, 'write'>, writer: PartsWriter): Promise<PartsImage> {
  await state.write(writer);
  const image = new PartsImage();
  image.apply(writer.changes());
  return image;
}

function isSame(a: StateParts, b: StateParts): boolean {
  return a.size === b.size && [...a].every(([name, bytes]) => Buffer.compare(bytes, b.get(name) ?? NOTHING) === 0);
}

function isSameLayout(a: JournalLayout, b: JournalLayout): boolean {
  return a.size === b.size && [...a].every(([name, lengths]) => lengths.join() === b.get(name)?.join());
}
