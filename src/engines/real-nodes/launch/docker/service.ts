import { readFile } from 'node:fs/promises';
import { constants } from 'node:os';
import type Dockerode from 'dockerode';
import { messageOf } from '../../../../base/error.js';
import type { Service, ServiceEnd } from '../launcher.js';
import { type Client, unlessDone } from './client.js';
import { outputLines } from './output.js';

export type ServiceOptions = {
  client: Client;
  name: string;
  /** Has been started. */
  container: Dockerode.Container;
  reach: Service['reach'];
};

/** A service as a container. After its end it remains until the environment removes it, so that its output can be read. */
export type DockerService = Service & { readonly container: Dockerode.Container };

export function createService({ client, name, container, reach }: ServiceOptions): DockerService {
  const { ask } = client;
  let expected = false;
  let over = false;
  let lost: string | undefined;
  const ended = exitOf(container)
    .catch((error: unknown) => {
      lost = `the container engine at ${client.name} no longer answers: ${messageOf(error)}`;
      return { code: null, signal: null };
    })
    .then((end): ServiceEnd => {
      over = true;
      return { ...end, expected };
    });
  let pid: number | undefined;
  // Without it, the network has no measure of how busy this machine is with something else.
  void processOf(container).then((found) => {
    pid = found;
  });
  const end = async (how: () => Promise<unknown>, timeoutMs: number): Promise<ServiceEnd> => {
    expected = true;
    if (!over) {
      // A paused container does not receive signals.
      await ask(`thawing ${name}`, () => unlessDone(() => container.unpause()), killMs);
      await ask(`ending ${name}`, () => unlessDone(how), timeoutMs);
    }
    return ended;
  };
  return {
    name,
    container,
    get pid() {
      return over ? undefined : pid;
    },
    reach,
    ended,
    async output(lines = 20) {
      const frames = await ask(`reading the output of ${name}`, () => container.logs({ stdout: true, stderr: true, tail: lines })).catch(
        () => Buffer.alloc(0),
      );
      return [...outputLines(frames), ...(lost === undefined ? [] : [lost])].slice(-lines);
    },
    stop: ({ graceMs = 10_000 } = {}) => end(() => container.stop({ t: Math.ceil(graceMs / 1_000) }), graceMs + killMs),
    kill: () => end(() => container.kill(), killMs),
  };
}

/** How long an engine may take to end a container by SIGKILL, in ms. */
const killMs = 10_000;

type Exit = { code: number | null; signal: string | null };

async function exitOf(container: Dockerode.Container): Promise<Exit> {
  const { StatusCode: status } = (await container.wait()) as { StatusCode: number };
  // As in shells, 128 + n means signal n.
  const signal = Object.entries(constants.signals).find(([, number]) => number === status - 128)?.[0];
  return signal === undefined ? { code: status, signal: null } : { code: null, signal };
}

/**
 * Returns the process of a container on this machine; undefined if it runs on another one, or in a virtual machine as those of Docker
 * Desktop: there its number may be that of any process here.
 */
async function processOf(container: Dockerode.Container): Promise<number | undefined> {
  try {
    const { Id: id, State: state } = await container.inspect();
    return (await readFile(`/proc/${state.Pid}/cgroup`, 'utf8')).includes(id) ? state.Pid : undefined;
  } catch {
    return undefined;
  }
}
