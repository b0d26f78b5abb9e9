import { DevnetError } from '../../../base/error.js';
import type { Service, ServiceCommand, ServiceEnvironment } from './launcher.js';

/**
 * The part of an environment that each kind implements. {@link createEnvironment} adds the life cycle. Services are in the order of
 * their start.
 */
export type EnvironmentDriver<S extends Service> = Pick<
  ServiceEnvironment,
  'path' | 'bind' | 'address' | 'backchannel' | 'log' | 'write' | 'save' | 'load'
> & {
  /** @param checkOpen throws if the environment was closed meanwhile */
  start(name: string, command: ServiceCommand, checkOpen: () => void): Promise<S>;
  freeze(services: readonly S[]): Promise<void>;
  thaw(services: readonly S[]): Promise<void>;
  /** Ends the services and removes everything. */
  close(services: readonly S[]): Promise<void>;
};

/** Creates an environment that knows its running services, rejects calls after `close`, and closes once. */
export function createEnvironment<S extends Service>(driver: EnvironmentDriver<S>): ServiceEnvironment {
  const { path, bind, address, backchannel, log } = driver;
  const running = new Map<string, S>();
  const suspended = new Set<string>();
  const starting = new Map<string, Promise<S>>();
  let closed: Promise<void> | undefined;

  const checkOpen = (action: string): void => {
    if (closed !== undefined) throw new DevnetError('NOT_READY', `${action}: the network is closed`);
  };
  const launch = async (name: string, command: ServiceCommand): Promise<S> => {
    const service = await driver.start(name, command, () => checkOpen(`starting ${name}`));
    running.set(name, service);
    suspended.delete(name);
    void service.ended.then(() => {
      if (running.get(name) === service) running.delete(name);
    });
    return service;
  };
  const thaw = (): Promise<void> => driver.thaw([...running.values()].filter(({ name }) => !suspended.has(name)));

  return {
    path,
    bind,
    address,
    backchannel,
    log,
    async write(name, content) {
      checkOpen(`writing ${name}`);
      return driver.write(name, content);
    },
    async start(name, command) {
      checkOpen(`starting ${name}`);
      if (running.has(name) || starting.has(name)) throw new DevnetError('BUSY', `${name} is running already`);
      const launched = launch(name, command);
      starting.set(name, launched);
      return launched.finally(() => starting.delete(name));
    },
    async save(target) {
      checkOpen('saving the state');
      await driver.save(target);
    },
    async load(source) {
      checkOpen('loading a state');
      if (running.size > 0) throw new DevnetError('BUSY', `loading a state: ${[...running.keys()].join(', ')} must be ended first`);
      await driver.load(source);
    },
    async freeze() {
      try {
        await driver.freeze([...running.values()].filter(({ name }) => !suspended.has(name)));
      } catch (error) {
        await thaw().catch(() => undefined);
        throw error;
      }
    },
    thaw,
    async suspend(name) {
      const service = running.get(name);
      if (service === undefined) throw new DevnetError('NOT_READY', `${name} is not running`);
      await driver.freeze([service]);
      suspended.add(name);
    },
    async resume(name) {
      const service = running.get(name);
      if (suspended.delete(name) && service !== undefined) await driver.thaw([service]);
    },
    close() {
      closed ??= (async () => {
        await Promise.allSettled(starting.values());
        await driver.close([...running.values()]);
      })();
      return closed;
    },
  };
}
