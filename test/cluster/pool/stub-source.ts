import type { NetworkSource, NetworkUrls, PooledNetwork } from '#dist/cluster/pool/source.js';

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

/** The names of networks that outlive their pools. */
export type World = Set<string>;

/** A source whose networks outlive it, as those of a Swarm do. @param prefix of their names */
export function lastingSource(world: World, prefix: string): StubSource {
  const source = stubSource();
  const { start } = source;
  const own = (name: string, network: PooledNetwork): PooledNetwork => ({
    ...network,
    handle: name,
    urls: (host) => ({ ...network.urls(host), gateway: `http://${host}/${name}` }),
    async close() {
      world.delete(name);
      await network.close();
    },
    // The source does not have it any more.
    release: () => void network.close(),
  });
  return Object.assign(source, {
    async start() {
      const network = await start();
      const name = `${prefix}-${nameOf(network.urls('x'))}`;
      world.add(name);
      return own(name, network);
    },
    async adopt(name: string) {
      if (!world.has(name)) throw new Error('its container ended');
      return own(name, await start());
    },
  });
}

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
        bitcoin: { rpcUser: 'devnet', rpcPassword: 'devnet' },
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
export function nameOf({ gateway }: NetworkUrls): string {
  return new URL(gateway).pathname.slice(1);
}
