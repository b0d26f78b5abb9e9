import type { Writable } from '#platform/streams.js';

/** A connection to a reader, who may be slow. */
export type Sink = {
  write(data: string | Uint8Array): void;
  /** Returns how many bytes wait for the reader. */
  waiting(): number;
  /** Returns whether the reader should get no more before `onDrain`. */
  isFull(): boolean;
  isOpen(): boolean;
  destroy(): void;
  onDrain(listener: () => void): void;
  onClose(listener: () => void): void;
};

export type OutletOptions = {
  /** How many bytes may wait when more is to be sent. A reader with more is disconnected: it does not read. @default 4 MiB */
  limit?: number | undefined;
  /** The time after which a reader that reads nothing is disconnected, in ms. @default never */
  patienceMs?: number | undefined;
};

/**
 * What every server of this package sends through, so that no reader fills the memory. Who answers requests waits until the reader takes
 * more, and who sends a feed stops there. What nobody can hold back adds up to the limit, which disconnects the reader.
 */
export type Outlet = {
  send(data: string | Uint8Array): void;
  /** Disconnects the reader if too much waits. `send` does it before it sends. */
  check(): void;
  /** Whether the reader takes more. */
  isFree(): boolean;
  isOpen(): boolean;
  /** Resolves when the reader takes more, or is gone. */
  free(): Promise<void>;
  /** Calls a listener whenever the reader takes more after it did not. */
  onFree(listener: () => void): void;
};

const LIMIT = 4 * 1024 * 1024;

export function createOutlet(sink: Sink, { limit = LIMIT, patienceMs }: OutletOptions = {}): Outlet {
  const listeners = new Set<() => void>();
  let waiters: (() => void)[] = [];
  let stuck: NodeJS.Timeout | undefined;

  const isFree = (): boolean => !sink.isFull();
  const release = (): void => {
    clearTimeout(stuck);
    stuck = undefined;
    const released = waiters;
    waiters = [];
    for (const resolve of released) resolve();
  };
  /** A reader that is slow, but reads, stays. */
  const watch = (before: number): void => {
    stuck = setTimeout(() => {
      const now = sink.waiting();
      if (now < before) watch(now);
      else sink.destroy();
    }, patienceMs);
    stuck.unref();
  };
  const check = (): void => {
    if (sink.isOpen() && sink.waiting() > limit) sink.destroy();
  };
  sink.onDrain(() => {
    if (!isFree()) return;
    release();
    for (const listener of [...listeners]) listener();
  });
  sink.onClose(release);

  return {
    send(data) {
      // Before: a message may be larger than all that may wait.
      check();
      if (!sink.isOpen()) return;
      sink.write(data);
      if (patienceMs !== undefined && stuck === undefined && sink.isFull()) watch(sink.waiting());
    },
    check,
    isFree,
    isOpen: sink.isOpen,
    free: () => (isFree() || !sink.isOpen() ? Promise.resolve() : new Promise((resolve) => waiters.push(resolve))),
    onFree(listener) {
      listeners.add(listener);
    },
  };
}

type StreamOptions = {
  /** Writes a message. @default writes it to the stream */
  write?: ((data: string | Uint8Array) => void) | undefined;
  /** Up to how many bytes may wait until the stream counts as full; at least its `writableHighWaterMark`. @default that */
  fullAt?: number | undefined;
};

/** The sink of a stream, or of what writes to a stream. */
export function streamSink(stream: Writable, { write = (data) => void stream.write(data), fullAt }: StreamOptions = {}): Sink {
  return {
    write,
    waiting: () => stream.writableLength,
    isFull: () => (fullAt === undefined ? stream.writableNeedDrain : stream.writableLength > fullAt),
    isOpen: () => stream.writable,
    destroy: () => void stream.destroy(),
    onDrain: (listener) => stream.on('drain', listener),
    onClose: (listener) => stream.once('close', listener),
  };
}
