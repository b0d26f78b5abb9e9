import type { ReadLogOptions } from '#platform/read-log.js';

/**
 * Starts real nodes, as processes or as containers. A launcher knows where services run and where their state is stored. Everything
 * else about a Nakamoto network is in `engines/nakamoto`.
 */
export interface Launcher {
  readonly name: 'native' | 'docker';
  /**
   * Finds the three programs and reads their versions, before anything starts.
   * @throws DevnetError MISSING with the missing program, the places that were searched and the command that installs it
   */
  programs(): Promise<Record<Program, ProgramInfo>>;
  /**
   * Opens an environment for one network: an empty state folder, addresses for all services, and nothing running yet. First removes
   * what dead runs have left.
   */
  open(plan: EnvironmentPlan): Promise<ServiceEnvironment>;
}

export type Program = 'bitcoind' | 'stacks-node' | 'stacks-signer';
/** `identity` is a digest of the binary or the image, part of cache keys. `flavour` is known for bitcoind. */
export type ProgramInfo = { version: string; flavour?: 'Core' | 'Knots' | undefined; identity: string };

/** The services of one network, each with the names of its ports, for example `{ bitcoind: ['rpc', 'p2p'] }`. */
export type EnvironmentPlan = {
  services: Record<string, string[]>;
  /** Ports that this machine reaches, by `service/port`, for example `bitcoind/rpc`; 0 for a free one. */
  published: Record<string, number>;
  /** Ports that only this process reaches, on loopback, by `service/port`. @default none */
  own?: readonly string[] | undefined;
  host: string;
  onProgress?: ((step: string) => void) | undefined;
  signal?: AbortSignal | undefined;
};

export interface ServiceEnvironment {
  /** Returns a path in the state folder as the services see it, for their configuration. */
  path(...parts: string[]): string;
  /** Returns where a service listens. */
  bind(service: string, port: string): { host: string; port: number };
  /** Returns where other services reach a service. */
  address(service: string, port: string): { host: string; port: number };
  /**
   * Returns how services reach a server of this process, such as the event observer: the interface to listen on, and the host to call.
   * Undefined if they cannot, for example from a remote container engine.
   */
  backchannel(): Promise<{ listenOn: string; calledAs: string } | undefined>;
  /** Writes a configuration file to the state folder. @returns its path as the services see it */
  write(name: string, content: string): Promise<string>;
  /** @throws DevnetError NOT_READY after `close`, BUSY if the service runs, PORT_TAKEN, MISSING */
  start(service: string, command: ServiceCommand): Promise<Service>;
  /** Reads the output of a service, that of its earlier starts included where the environment stores it. @throws if it never ran */
  log(service: string, options: ReadLogOptions): AsyncIterable<string>;
  /**
   * Copies the state folder to `target` on this machine, without logs, locks and files that must not outlive a restart (see
   * `isExcluded`). Creates `target` completely or not at all. Services must be frozen or ended.
   */
  save(target: string): Promise<void>;
  /** Replaces the state folder by a saved one. @throws DevnetError BUSY if a service runs */
  load(source: string): Promise<void>;
  /** Freezes all running services, for a consistent copy. */
  freeze(): Promise<void>;
  /** Lets frozen services continue. */
  thaw(): Promise<void>;
  /** Freezes one service, also while others are frozen and thawed. @throws DevnetError NOT_READY if it does not run */
  suspend(service: string): Promise<void>;
  /** Lets it continue. */
  resume(service: string): Promise<void>;
  /** Ends every service and removes the state folder, containers and networks. Idempotent. */
  close(): Promise<void>;
}

export type ServiceCommand = { program: Program; args: string[]; env?: Record<string, string> | undefined };

export interface Service {
  readonly name: string;
  /** Its process; absent if it runs on another machine, or its number there is unknown. */
  readonly pid?: number | undefined;
  /** Returns where this machine reaches one of its ports. */
  reach(port: string): { host: string; port: number };
  /** Resolves when it has ended by itself or was stopped. Never rejects. */
  readonly ended: Promise<ServiceEnd>;
  /** Returns the last lines of its output, oldest first. */
  output(lines?: number): Promise<string[]>;
  /** Sends SIGTERM, then SIGKILL after `graceMs` (default 10,000). Idempotent. */
  stop(options?: { graceMs?: number | undefined }): Promise<ServiceEnd>;
  kill(): Promise<ServiceEnd>;
}
export type ServiceEnd = { code: number | null; signal: string | null; expected: boolean };
