import { rm } from 'node:fs/promises';
import path from 'node:path';
import { reachableHost } from '#platform/reachable-host.js';
import { readLog } from '#platform/read-log.js';
import { closeAll } from '../../../../base/close-all.js';
import { createEnvironment, type EnvironmentDriver } from '../environment.js';
import type { EnvironmentPlan, Program, ServiceEnvironment } from '../launcher.js';
import { checkPort, choosePorts, listenAddress, type Ports } from '../ports.js';
import { createStateFolder } from '../state-folder.js';
import { writing } from '../writing.js';
import { freeze, thaw } from './freeze.js';
import type { FoundProgram } from './programs.js';
import { createRunFolder, markProcess, otherPorts, writeRun } from './run-folder.js';
import { type NativeService, startService } from './service.js';
import { startWatchdog, type Watchdog } from './watchdog.js';

export type EnvironmentOptions = {
  /** The folder of the run, which is created here. */
  folder: string;
  /** The parent of the folders of all runs. */
  runsFolder: string;
  plan: EnvironmentPlan;
  /** The environment variables of programs. */
  env: Readonly<Record<string, string>>;
  programs(): Promise<Record<Program, FoundProgram>>;
};

/** In ms. The state is removed anyway, so only a wrapper may have something to do; a signer alone takes up to 5 s. */
const closeGraceMs = 500;

/** Opens an environment in a folder of its own. The folder is removed with it, or if this fails. */
export async function openEnvironment(options: EnvironmentOptions): Promise<ServiceEnvironment> {
  const { folder } = options;
  let watchdog: Watchdog | undefined;
  try {
    await writing(folder, () => createRunFolder(folder));
    watchdog = await startWatchdog(folder);
    return createEnvironment(createDriver(options, watchdog, await claimPorts(options)));
  } catch (error) {
    await watchdog?.dismiss();
    // The reason of the failure matters more than a failed cleanup.
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    throw error;
  }
}

/** Chooses ports and publishes them to other runs. Repeats the choice if another run made the same one at the same time. */
async function claimPorts({ folder, runsFolder, plan }: EnvironmentOptions): Promise<Ports> {
  for (;;) {
    const ports = await choosePorts(plan, await otherPorts(folder, runsFolder));
    const free = [...ports].filter(([key]) => (plan.published[key] ?? 0) === 0).map(([, port]) => port);
    await writeRun(folder, [...ports.values()]);
    const others = await otherPorts(folder, runsFolder);
    if (!free.some((port) => others.has(port))) return ports;
  }
}

function createDriver(
  { folder, plan, env, programs }: EnvironmentOptions,
  watchdog: Watchdog,
  ports: Ports,
): EnvironmentDriver<NativeService> {
  const state = createStateFolder(path.join(folder, 'state'));
  const groups = new Map<string, number>();
  const guard = (): void => watchdog.guard([...groups.values()]);
  const logFile = (name: string): string => path.join(folder, 'logs', `${name}.log`);
  const bind = (service: string, port: string) => listenAddress(plan, ports, service, port);
  const address = (service: string, port: string) => {
    const { host, port: number } = bind(service, port);
    return { host: reachableHost(host), port: number };
  };

  return {
    ...state,
    bind,
    address,
    backchannel: async () => ({ listenOn: '127.0.0.1', calledAs: '127.0.0.1' }),
    log: (name, options) => readLog(logFile(name), options),
    start: (name, command, checkOpen) =>
      writing(folder, async () => {
        const { [command.program]: found } = await programs();
        for (const port of plan.services[name] ?? []) {
          const { host, port: number } = bind(name, port);
          await checkPort(`${name}/${port}`, host, number);
        }
        checkOpen();
        const service = await startService({
          name,
          file: found.file,
          args: command.args,
          env: { ...env, ...command.env },
          cwd: state.path(),
          log: logFile(name),
          reach: (port) => address(name, port),
          onSpawned(pid) {
            groups.set(name, pid);
            guard();
          },
        });
        void service.ended.then(() => {
          groups.delete(name);
          guard();
        });
        await markProcess(folder, name, service.pid);
        return service;
      }),
    freeze,
    thaw,
    close: (services) =>
      closeAll([
        () => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
        () => watchdog.dismiss(),
        async () => {
          await Promise.all(services.map((service) => service.stop({ graceMs: closeGraceMs })));
        },
      ]),
  };
}
