import type { ReadLogOptions } from '../../system/read-log.js';

/**
 * What differs between real nodes as processes and as containers: where a service lives, how it is started, frozen and ended, and
 * where its state is kept. Everything else about a Nakamoto network is written once, above this.
 */
export interface Launcher {
  readonly name: 'native' | 'docker';
  /**
   * Finds the three programs and reads their versions, before anything starts.
   * @throws DevnetError MISSING naming what lacks, where it was looked for and the command that would help
   */
  programs(): Promise<Record<Program, ProgramInfo>>;
  /**
   * A place for one network: an empty state folder, addresses for all services, and nothing running yet. Leftovers of dead runs are
   * ended first, and only those.
   */
  open(plan: EnvironmentPlan): Promise<ServiceEnvironment>;
}

export type Program = 'bitcoind' | 'stacks-node' | 'stacks-signer';
/** `identity` is what a snapshot's key is made from: a digest of the binary or the image. `flavour` is known for bitcoind. */
export type ProgramInfo = { version: string; flavour?: 'Core' | 'Knots' | undefined; identity: string };

/** The services of one network with the names of the ports that each listens on, for example `{ bitcoind: ['rpc', 'p2p'] }`. */
export type EnvironmentPlan = {
  services: Record<string, string[]>;
  /** Where services must answer on this machine; 0 or absent: any free port. By `service/port`, for example `bitcoind/rpc`. */
  published: Record<string, number>;
  host: string;
  onProgress?: ((step: string) => void) | undefined;
  signal?: AbortSignal | undefined;
};

export interface ServiceEnvironment {
  /** The state folder as the services see it: `path('bitcoin')` goes into their configuration. */
  path(...parts: string[]): string;
  /** Where a service listens, and under which address the other services reach it. */
  bind(service: string, port: string): { host: string; port: number };
  address(service: string, port: string): { host: string; port: number };
  /**
   * How services reach a server of this process, such as the event observer: the interface it must listen on and the name by which
   * they call it. Undefined: they cannot (a remote container engine).
   */
  backchannel(): Promise<{ listenOn: string; calledAs: string } | undefined>;
  /** Puts a configuration file into the state folder, before or between starts. @returns its path as the services see it */
  write(name: string, content: string): Promise<string>;
  start(service: string, command: ServiceCommand): Promise<Service>;
  /** Reads the output of a service, that of its earlier starts included where the environment stores it. @throws if it never ran */
  log(service: string, options: ReadLogOptions): AsyncIterable<string>;
  /**
   * Keeps the whole state folder at `target` on this machine, without what must not outlive a restart: logs, locks, bitcoind's
   * `mempool.dat`, stacks-node's `event_observers.sqlite`. Databases of LevelDB have journals named `*.log`: those stay. `target`
   * appears whole or not at all. Services must be frozen or ended.
   */
  save(target: string): Promise<void>;
  /** Replaces the state folder by what `save` kept; no service may be running. */
  load(source: string): Promise<void>;
  /** Stops all running services in their tracks and lets them go on, for a consistent copy. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** Idempotent: ends every service, newest first, and removes the state folder, containers and networks. */
  close(): Promise<void>;
}

export type ServiceCommand = { program: Program; args: string[]; env?: Record<string, string> | undefined };

export interface Service {
  readonly name: string;
  /** Where this machine reaches one of its ports. */
  reach(port: string): { host: string; port: number };
  /** Resolves when it has ended by itself or was stopped; never rejects. */
  readonly ended: Promise<ServiceEnd>;
  /** The last lines of its output, oldest first. */
  output(lines?: number): Promise<string[]>;
  /** SIGTERM, then SIGKILL after `graceMs` (default 10,000). Idempotent. */
  stop(options?: { graceMs?: number | undefined }): Promise<ServiceEnd>;
  kill(): Promise<ServiceEnd>;
}
export type ServiceEnd = { code: number | null; signal: string | null; expected: boolean };
