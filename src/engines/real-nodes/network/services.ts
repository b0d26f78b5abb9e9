import { DevnetError } from '../../../base/error.js';
import type { Service, ServiceEnvironment } from '../launch/launcher.js';
import { serviceProgram } from '../settings/services.js';

/** The services of one life of a network, from a start to a stop. */
export type Services = {
  start(name: string, args: string[]): Promise<Service>;
  get(name: string): Service | undefined;
  /** Fires when a service ends unexpectedly, with its name, status and last output as the reason, and when all are stopped. */
  readonly ends: AbortSignal;
  /** The services that ended unexpectedly and were not restarted. */
  lost(): readonly string[];
  /** Replaces `ends` before the lost services are restarted, so that new waits can start. No effect after `end`. */
  resume(): void;
  /**
   * Stops all services, newest first.
   * @param how `kill` loses data that is not on disk @default 'stop'
   * @param reason the error of running waits @default NOT_READY
   */
  end(how?: 'stop' | 'kill', reason?: DevnetError): Promise<void>;
  /** Returns the processes of the running services on this machine. */
  processes(): number[];
  /** Returns the last lines of a service's output. */
  tail(name: string, lines?: number): Promise<string>;
};

/** Lines of a service's output in an error, and the longest of them in characters. */
const TAIL = 20;
const LINE = 300;
/** stacks-node logs the requests of this engine, many of them a second. */
const OWN_REQUEST = 'Handled StacksHTTPRequest';
/** How many lines are read for one that is no such request. */
const READ = 20;

/** @param onLost called for each service that ends unexpectedly */
export function createServices(environment: ServiceEnvironment, onLost: (loss: DevnetError) => void): Services {
  const running = new Map<string, Service>();
  const lost = new Set<string>();
  let ending = new AbortController();
  let stopping = false;
  const tail = async (name: string, lines = TAIL): Promise<string> => {
    const read =
      (await running
        .get(name)
        ?.output(lines * READ)
        .catch(() => [])) ?? [];
    const output = read.filter((line) => !line.includes(OWN_REQUEST)).slice(-lines);
    return output.length === 0 ? `${name} said nothing.` : `The last output of ${name}:\n${output.map(shorten).join('\n')}`;
  };
  const watch = async (service: Service): Promise<void> => {
    const { code, signal, expected } = await service.ended;
    if (expected || stopping || running.get(service.name) !== service) return;
    lost.add(service.name);
    const how = signal === null ? `with exit code ${code}` : `by ${signal}`;
    const loss = new DevnetError('NOT_REACHABLE', `${service.name} ended unexpectedly, ${how}`, { hint: await tail(service.name) });
    if (stopping) return;
    // After a restart meanwhile, `ends` belongs to the new start.
    if (running.get(service.name) === service) ending.abort(loss);
    onLost(loss);
  };

  return {
    async start(name, args) {
      const service = await environment.start(name, { program: serviceProgram(name), args });
      running.set(name, service);
      lost.delete(name);
      // `ended` never rejects, and `tail` catches.
      void watch(service);
      return service;
    },
    get: (name) => running.get(name),
    get ends() {
      return ending.signal;
    },
    lost: () => [...lost],
    processes: () => [...running.values()].flatMap(({ name, pid }) => (pid === undefined || lost.has(name) ? [] : [pid])),
    resume() {
      if (!stopping) ending = new AbortController();
    },
    async end(how = 'stop', reason = new DevnetError('NOT_READY', 'the network was stopped')) {
      stopping = true;
      ending.abort(reason);
      for (const service of [...running.values()].reverse()) await (how === 'kill' ? service.kill() : service.stop());
    },
    tail,
  };
}

function shorten(line: string): string {
  return line.length > LINE ? `${line.slice(0, LINE)}…` : line;
}
