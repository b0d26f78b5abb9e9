import { dirname, relative } from 'node:path';
import type { DevnetEvent } from '../../network/data.js';
import type { Devnet } from '../../network/types.js';
import { projectFiles } from '../../project/clarinet.js';
import type { ResolvedConfig } from '../../project/config.js';
import type { NetworkStart } from '../../start/start-devnet.js';
import { checkWatch } from './check.js';
import { changedFiles, watchFiles } from './file-watch.js';
import { portsOf } from './ports.js';

export type WatchOptions = {
  /** Reads the configuration. */
  resolve(): Promise<ResolvedConfig>;
  /** Starts a network. */
  start(config: ResolvedConfig, options: Pick<NetworkStart, 'releasePorts'> & { signal: AbortSignal }): Promise<Devnet>;
  onRestart(restart: Restart): void;
  /** Called with the error of a project that cannot be started; the network before goes on. */
  onBroken(error: unknown): void;
  /** Called when a change since then is undone, so that the project is again the one of the network. */
  onUndone(): void;
  onWarning(message: string): void;
  signal: AbortSignal;
};

/** The new network, how long it took, and the files that changed, relative to the project. */
export type Restart = { devnet: Devnet; files: string[]; ms: number };

/** A network that starts anew when its project changes. */
export type WatchedNetwork = {
  current(): Devnet;
  /** Receives the events of all networks, one after another. */
  subscribe(listener: (event: DevnetEvent) => void): () => void;
  /** Rejects if no network is left, for example because another program took a port during a restart. */
  readonly failure: Promise<never>;
  close(): Promise<void>;
};

/**
 * Starts the network of a Clarinet project, and replaces it when a file of the project changes. The new network boots beside the old one,
 * which answers until the new one can take its ports. A project that is broken leaves the old one as it is.
 * @throws DevnetError as `startNetwork`; UNSUPPORTED, INVALID_INPUT for a configuration that cannot be watched
 */
export async function startWatched(options: WatchOptions): Promise<WatchedNetwork> {
  const { resolve, start, signal } = options;
  const first = await resolve();
  const manifest = checkWatch(first);
  const watch = watchFiles(dirname(manifest), () => projectFiles(manifest, first.plan));
  try {
    let seen = await watch.look();
    let running = seen;
    // What was read before is perhaps older than what was seen.
    const config = await resolve();
    let devnet = await start(config, { signal });
    const ports = portsOf(devnet.urls, config.ports);
    const listeners = new Map<(event: DevnetEvent) => void, () => void>();
    const ending = new AbortController();
    const ends = AbortSignal.any([signal, ending.signal]);
    /** Whether a network has its ports. */
    let isRunning = true;

    /** The configuration as it was last read. */
    let known = config;

    const replace = async (): Promise<void> => {
      const next = await resolve();
      checkWatch(next);
      // One change of a file may be seen twice.
      const isNews = hasOtherPorts(next, config) && hasOtherPorts(next, known);
      known = next;
      if (isNews) options.onWarning('the network keeps its ports. Stop it and start it again to use others.');
      const releasePorts = async (): Promise<void> => {
        isRunning = false;
        await devnet.close();
      };
      devnet = await start({ ...next, ports }, { signal: ends, releasePorts });
      isRunning = true;
      for (const listener of listeners.keys()) listeners.set(listener, devnet.subscribe(listener));
    };
    const follow = async (): Promise<void> => {
      while (!ends.aborted) {
        const now = await watch.look(ends);
        if (changedFiles(seen, now).length === 0) {
          await watch.quiet(ends);
          continue;
        }
        seen = now;
        const changed = changedFiles(running, now);
        if (changed.length === 0) {
          options.onUndone();
          continue;
        }
        const from = performance.now();
        try {
          await replace();
        } catch (error) {
          if (ends.aborted) return;
          if (!isRunning) throw error;
          // Something half-written is no error: it has changed already.
          if (changedFiles(seen, await watch.look(ends)).length === 0) options.onBroken(error);
          continue;
        }
        running = now;
        const files = changed.map((file) => relative(dirname(manifest), file)).sort();
        options.onRestart({ devnet, files, ms: Math.round(performance.now() - from) });
      }
    };
    const following = follow();
    const failure = following.then(() => new Promise<never>(() => undefined));
    failure.catch(() => undefined);
    return {
      current: () => devnet,
      failure,
      subscribe(listener) {
        listeners.set(listener, devnet.subscribe(listener));
        return () => {
          listeners.get(listener)?.();
          listeners.delete(listener);
        };
      },
      async close() {
        ending.abort();
        await following.catch(() => undefined);
        watch.close();
        await devnet.close();
      },
    };
  } catch (error) {
    watch.close();
    throw error;
  }
}

function hasOtherPorts({ ports }: ResolvedConfig, { ports: before }: ResolvedConfig): boolean {
  const names = ['gateway', 'stacks', 'bitcoin', 'emily', 'electrum'] as const;
  return names.some((name) => ports[name] !== before[name]);
}
