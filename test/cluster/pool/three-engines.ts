import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { access, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import Docker from 'dockerode';

const run = promisify(execFile);
const script = path.resolve(import.meta.dirname, '../../../scripts/ci/swarm.sh');

/** Whether this machine can run several container engines: as root, with their programs. */
export const canRunEngines =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  (await run('sh', ['-c', 'command -v dockerd docker ip iptables nsenter']).then(
    () => true,
    () => false,
  ));

/** Whether this machine has the programs of real nodes, as files that an image can have: a script would call others. */
export const hasRealNodes = await run('sh', [
  '-c',
  'for name in bitcoind stacks-node stacks-signer; do head -c 4 "$(readlink -f "$(command -v $name)")" | grep -q ELF || exit 1; done',
]).then(
  () => true,
  () => false,
);

/** A Swarm of three engines on this machine, each in its own network namespace. */
export type ThreeEngines = {
  /** The first one is the manager. */
  engines: Docker[];
  /** `DOCKER_HOST` of the manager. */
  host: string;
  /** The id of the image of this package, which all engines have. */
  image: string;
  /** The addresses of the machines. */
  addresses: string[];
  /** Ends an engine and its containers. @param index counted from 0 */
  kill(index: number): Promise<void>;
  /** Removes everything. @returns what remains: interfaces, namespaces, mounts and processes */
  remove(): Promise<string[]>;
};

export async function threeEngines(): Promise<ThreeEngines> {
  const id = `dv${randomBytes(3).toString('hex')}`;
  const folder = await mkdtemp(path.join(tmpdir(), 'devnet-swarm-'));
  const call = async (verb: string, ...more: string[]) => (await run(script, [verb, folder, id, ...more])).stdout.trim();
  const remove = async (): Promise<string[]> => {
    await call('down');
    return remaining(id, folder);
  };
  try {
    await call('up');
    const image = await call('image');
    const sockets = [1, 2, 3].map((n) => path.join(folder, `${n}`, 'docker.sock'));
    const engines = sockets.map((socketPath) => new Docker({ socketPath }));
    const nodes = (await engines[0]?.listNodes()) as { Status: { Addr: string } }[];
    const addresses = nodes.map(({ Status: { Addr } }) => Addr).toSorted();
    return {
      engines,
      host: `unix://${sockets[0]}`,
      image,
      addresses,
      kill: async (index) => void (await call('kill', `${index + 1}`)),
      remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function remaining(id: string, folder: string): Promise<string[]> {
  const [mounts, links, namespaces, processes] = await Promise.all([
    readFile('/proc/mounts', 'utf8'),
    run('ip', ['-brief', 'link']),
    run('ip', ['netns', 'list']),
    run('ps', ['-eo', 'args']),
  ]);
  const lines = [mounts, links.stdout, namespaces.stdout, processes.stdout].flatMap((text) => text.split('\n'));
  const own = lines.filter((line) => line.includes(folder) || line.includes(id));
  const isThere = await access(folder).then(
    () => true,
    () => false,
  );
  return isThere ? [...own, folder] : own;
}
