import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type Dockerode from 'dockerode';
import type { Headers } from 'tar-fs';
import { makeFolder } from '#platform/make-folder.js';
import { temporaryFolder } from '#platform/temporary-folder.js';
import { isExcluded } from '../excluded-files.js';
import { writing } from '../writing.js';
import { type Client, unlessDone } from './client.js';
import type { Labels } from './labels.js';

/** The path of the state of the network in the containers. */
export const statePath = '/devnet';

/** The state of a network, in a volume: the container engine may not see folders of this machine. */
export type State = {
  /** Returns the volume that services mount at {@link statePath}. The next `load` creates another one. */
  volume(): string;
  write(name: string, content: string): Promise<void>;
  /** Creates `target` completely or not at all. */
  save(target: string): Promise<void>;
  load(source: string): Promise<void>;
};

export type StateOptions = {
  client: Client;
  /** The image of a container that never starts: the archive requests of the API need a container to access a volume. */
  image: string;
  /** The prefix of names. */
  prefix: string;
  labels: Labels;
};

type Holder = { volume: string; container: Dockerode.Container };

/** How long a copy of the whole state may take, in ms. */
const copyTimeout = 120_000;

export async function createState({ client, image, prefix, labels }: StateOptions): Promise<State> {
  const { docker, ask } = client;
  let made = 0;
  const hold = (): Promise<Holder> =>
    ask('making a volume', async () => {
      const volume = `${prefix}-state-${++made}`;
      await docker.createVolume({ Name: volume, Labels: labels });
      const container = await docker.createContainer({
        name: volume,
        Image: image,
        Entrypoint: ['never-started'],
        Labels: labels,
        HostConfig: { NetworkMode: 'none', Binds: [`${volume}:${statePath}`] },
      });
      return { volume, container };
    });
  const put = async ({ container }: Holder, folder: string, entries?: string[]): Promise<void> => {
    const { pack } = await import('tar-fs');
    const archive = pack(folder, { map: ownedByRoot, ...(entries === undefined ? {} : { entries }) });
    await ask('writing the state', () => container.putArchive(archive, { path: statePath }), copyTimeout);
  };
  let holder = await hold();
  /** Whether the volume is empty, and no service has it. */
  let unused = true;

  return {
    volume() {
      unused = false;
      return holder.volume;
    },
    async write(name, content) {
      unused = false;
      const folder = await temporaryFolder();
      try {
        const file = join(folder, name);
        makeFolder(dirname(file));
        await writeFile(file, content, { mode: 0o600 });
        await put(holder, folder, [name]);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    async save(target) {
      const partial = `${target}.${process.pid}.partial`;
      const { extract } = await import('tar-fs');
      try {
        const archive = await ask('reading the state', () => holder.container.getArchive({ path: statePath }));
        await writing(target, async () => makeFolder(dirname(target)));
        // The archive's first folder is the state folder itself.
        const into = extract(partial, { strip: 1, ignore: isExcluded, readable: true, writable: true });
        await ask('reading the state', () => writing(target, () => pipeline(archive, into)), copyTimeout);
        await rm(target, { recursive: true, force: true });
        await rename(partial, target);
      } catch (error) {
        await rm(partial, { recursive: true, force: true });
        throw error;
      }
    },
    async load(source) {
      if (unused) {
        unused = false;
        return put(holder, source);
      }
      const before = holder;
      const next = await hold();
      await put(next, source);
      holder = next;
      await ask('removing a volume', async () => {
        await unlessDone(() => before.container.remove({ force: true }));
        await unlessDone(() => docker.getVolume(before.volume).remove());
      });
    },
  };
}

/** Services run as root without capabilities, so they cannot read files of other users. */
function ownedByRoot(header: Headers): Headers {
  return { ...header, uid: 0, gid: 0 };
}
