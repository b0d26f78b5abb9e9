import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { EnvironmentPlan, Launcher, Service, ServiceEnvironment } from '#dist/engines/real-nodes/launch/launcher.js';
import { createNativeLauncher } from '#dist/engines/real-nodes/launch/native/launcher.js';
import { addPrograms, type ProgramFolder, programFolder } from './fake-programs.js';
import { waitUntil } from './processes.js';

/** The folder of the programs of a test, and their launcher. */
export let folder: ProgramFolder;
export let launcher: Launcher;
/** What a test closes at its end. */
export const environments: ServiceEnvironment[] = [];

/** Each test of a file that calls this gets a folder and a launcher of its own. */
export function useLauncher(): void {
  beforeEach(() => {
    folder = programFolder();
    addPrograms(folder);
    launcher = createNativeLauncher({
      binaries: {},
      environment: { PATH: `${folder.path}:/usr/bin:/bin` },
      stateDir: path.join(folder.path, 'state'),
    });
  });
  afterEach(async () => {
    await Promise.all(environments.splice(0).map((environment) => environment.close()));
    folder[Symbol.dispose]();
  });
}

export const services = { bitcoind: ['rpc', 'p2p'], 'stacks-node': ['rpc'] };
export async function open(plan: Partial<EnvironmentPlan> = {}): Promise<ServiceEnvironment> {
  const environment = await launcher.open({ services, published: { 'bitcoind/rpc': 0 }, host: '127.0.0.1', ...plan });
  environments.push(environment);
  return environment;
}
/** Any command as a service. */
export const start = (environment: ServiceEnvironment, ...args: string[]): Promise<Service> =>
  environment.start('bitcoind', { program: 'bitcoind', args });
export const shell = (environment: ServiceEnvironment, script: string): Promise<Service> => start(environment, 'sh', '-c', script);
export const saying = (service: Service, text: string): Promise<void> => waitUntil(async () => (await service.output()).includes(text));
export const runs = (): string[] => readdirSync(path.join(folder.path, 'state/native'));
