import type { NetworkSource, PooledNetwork } from '#dist/pool/source.js';

/** A source whose networks are names, started when the test says so. */
export type StubSource = NetworkSource & {
  /** The names of networks that run, oldest first. */
  running: string[];
  /** The most that ran at once. */
  most: number;
  isClosed: boolean;
  /** The error of the next starts. */
  failure: Error | undefined;
  /** Ends a network by itself. */
  lose(name: string, reason: string): void;
  /** Lets starts pass. */
  open(): void;
};

/** @param isOpen whether networks start at once */
export function stubSource(isOpen = true): StubSource {
  let count = 0;
  let open: () => void = () => undefined;
  const opened = isOpen ? Promise.resolve() : new Promise<void>((resolve) => (open = resolve));
  const losers = new Map<string, (reason: string) => void>();
  const source: StubSource = {
    name: 'stub',
    running: [],
    most: 0,
    isClosed: false,
    failure: undefined,
    lose: (name, reason) => losers.get(name)?.(reason),
    open: () => open(),
    async start() {
      const name = `n${++count}`;
      await opened;
      if (source.failure !== undefined) throw source.failure;
      source.running.push(name);
      source.most = Math.max(source.most, source.running.length);
      return {
        controlKey: `key-of-${name}`,
        urls: (host) => ({ gateway: `http://${host}/${name}`, stacks: `http://${host}/s`, bitcoin: `http://${host}/b` }),
        lost: new Promise((resolve) => losers.set(name, resolve)),
        async close() {
          source.running = source.running.filter((other) => other !== name);
        },
      };
    },
    async close() {
      source.isClosed = true;
    },
  };
  return source;
}

/** The name of a network of this source. */
export function nameOf(network: PooledNetwork): string {
  return network.urls('x').gateway.replace('http://x/', '');
}
