import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { closeAll } from '../../close-all.js';
import { DevnetError } from '../../error.js';
import { reachableHost } from '../../system/reachable-host.js';
import { readLog } from '../../system/read-log.js';
import type { Program, Service, Site, SitePlan } from '../launch/launcher.js';
import { bindHost, checkPort, choosePorts, type Ports } from '../launch/ports.js';
import { copyState } from '../launch/state-copy.js';
import { writing } from '../launch/writing.js';
import { isStopped, signalGroup } from './process-group.js';
import type { FoundProgram } from './programs.js';
import { createRunFolder, markProcess, otherPorts, writeRun } from './run-folder.js';
import { type NativeService, startService } from './service.js';
import { startWatchdog, type Watchdog } from './watchdog.js';

export type SiteOptions = {
  /** The run's folder, which is made here. */
  folder: string;
  /** Where the folders of all runs are. */
  runsFolder: string;
  plan: SitePlan;
  environment: Readonly<Record<string, string>>;
  programs(): Promise<Record<Program, FoundProgram>>;
};

/** Its state is thrown away, so there is nothing to wait for but what a wrapper may have to see to; a signer alone takes up to 5 s. */
const closeGraceMs = 500;
const freezeMs = 5_000;
/** Looks at a process, 2 ms apart, after which it may be in vfork(2). */
const vforkLooks = 20;

/** Opens a site in a folder of its own; the folder goes with it, also when this fails. */
export async function openSite(options: SiteOptions): Promise<Site> {
  const { folder } = options;
  let watchdog: Watchdog | undefined;
  try {
    await writing(folder, () => createRunFolder(folder));
    watchdog = await startWatchdog(folder);
    return createSite(options, watchdog, await claimPorts(options));
  } catch (error) {
    await watchdog?.dismiss();
    // What a failed clean-up leaves matters less than why the opening failed.
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    throw error;
  }
}

/** Chooses ports and tells other runs; what another run has chosen in the same moment is left to it. */
async function claimPorts({ folder, runsFolder, plan }: SiteOptions): Promise<Ports> {
  for (;;) {
    const ports = await choosePorts(plan, await otherPorts(folder, runsFolder));
    const free = [...ports].filter(([key]) => (plan.published[key] ?? 0) === 0).map(([, port]) => port);
    await writeRun(folder, [...ports.values()]);
    const others = await otherPorts(folder, runsFolder);
    if (!free.some((port) => others.has(port))) return ports;
  }
}

function createSite({ folder, plan, environment, programs }: SiteOptions, watchdog: Watchdog, ports: Ports): Site {
  const state = path.join(folder, 'state');
  /** In the order of their start. */
  const running = new Map<string, NativeService>();
  const groups = new Map<string, number>();
  const starting = new Set<Promise<unknown>>();
  let closed: Promise<void> | undefined;

  const logFile = (name: string): string => path.join(folder, 'logs', `${name}.log`);
  const newestFirst = (): NativeService[] => [...running.values()].reverse();
  const guard = (): void => watchdog.guard([...groups.values()]);
  const portOf = (service: string, port: string): number => {
    const number = ports.get(`${service}/${port}`);
    if (number === undefined) throw new DevnetError('INTERNAL', `the plan has no ${service}/${port}`);
    return number;
  };
  const bind = (service: string, port: string) => ({ host: bindHost(plan, `${service}/${port}`), port: portOf(service, port) });
  const address = (service: string, port: string) => {
    const { host, port: number } = bind(service, port);
    return { host: reachableHost(host), port: number };
  };
  const refuse = (what: string): void => {
    if (closed !== undefined) throw new DevnetError('NOT_READY', `${what}: the network is closed`);
  };
  const refuseRunning = (what: string): void => {
    if (running.size > 0) throw new DevnetError('BUSY', `${what}: ${[...running.keys()].join(', ')} must be ended first`);
  };

  const thaw = (): void => {
    for (const { pid } of running.values()) signalGroup(pid, 'SIGCONT');
  };

  async function launch(name: string, command: Parameters<Site['start']>[1]): Promise<Service> {
    const { [command.program]: found } = await programs();
    for (const port of plan.services[name] ?? []) await checkPort(`${name}/${port}`, bind(name, port).host, portOf(name, port));
    refuse(`starting ${name}`);
    if (running.has(name)) throw new DevnetError('BUSY', `${name} is running already`);
    const service = await startService({
      name,
      file: found.file,
      args: command.args,
      env: { ...environment, ...command.env },
      cwd: state,
      log: logFile(name),
      reach: (port) => address(name, port),
      onSpawned(pid) {
        groups.set(name, pid);
        guard();
      },
    });
    running.set(name, service);
    void service.ended.then(() => {
      running.delete(name);
      groups.delete(name);
      guard();
    });
    await markProcess(folder, name, service.pid);
    return service;
  }

  async function closeNow(): Promise<void> {
    await Promise.allSettled(starting);
    await closeAll([
      () => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
      () => watchdog.dismiss(),
      async () => {
        await Promise.all(newestFirst().map((service) => service.stop({ graceMs: closeGraceMs })));
      },
    ]);
  }

  return {
    path: (...parts) => path.join(state, ...parts),
    bind,
    address,
    backchannel: async () => ({ listenOn: '127.0.0.1', calledAs: '127.0.0.1' }),
    async write(name, content) {
      refuse(`writing ${name}`);
      const file = path.join(state, name);
      await writing(folder, async () => {
        await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
        await writeFile(file, content, { mode: 0o600 });
      });
      return file;
    },
    async start(name, command) {
      refuse(`starting ${name}`);
      const launched = writing(folder, () => launch(name, command));
      starting.add(launched);
      return launched.finally(() => starting.delete(launched));
    },
    log: (name, options) => readLog(logFile(name), options),
    async save(target) {
      refuse('saving the state');
      await writing(target, () => copyState(state, target));
    },
    async load(source) {
      refuse('loading a state');
      refuseRunning('loading a state');
      await writing(folder, () => copyState(source, state));
    },
    async freeze() {
      const services = newestFirst();
      for (const { pid } of services) signalGroup(pid, 'SIGSTOP');
      try {
        await Promise.all(services.map(standsStill));
      } catch (error) {
        thaw();
        throw error;
      }
    },
    thaw: async () => thaw(),
    close() {
      closed ??= closeNow();
      return closed;
    },
  };
}

/**
 * Waits until a process stands still: the kernel stops each thread in its own time. A process in vfork(2) cannot stop before its child
 * has executed a program, and that child may be stopped: then both get a moment to go on.
 */
async function standsStill({ name, pid }: NativeService): Promise<void> {
  const deadline = performance.now() + freezeMs;
  for (let look = 1; !(await isStopped(pid)); look++) {
    if (performance.now() > deadline) throw new DevnetError('TIMEOUT', `${name} did not stand still within ${freezeMs} ms`);
    if (look % vforkLooks === 0) signalGroup(pid, 'SIGCONT');
    await delay(2);
    signalGroup(pid, 'SIGSTOP');
  }
}
