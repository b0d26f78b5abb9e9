import { PassThrough } from 'node:stream';
import type { EngineAddress } from './address.js';
import { connect } from './client.js';
import { ownerFilter, runLabel } from './labels.js';
import { outputLines } from './output.js';

export type ServiceLog = {
  service: string;
  /** Its last lines, oldest first. */
  last(lines: number): Promise<string[]>;
  /** Tells what comes from now on, until the signal fires or the container ends. */
  follow(write: (text: string) => void, signal: AbortSignal): Promise<void>;
};

/**
 * What the nodes tell that run in containers of another process's network.
 * @param pid of the process that answers for them
 * @throws DevnetError MISSING when no engine answers
 */
export async function serviceLogs(address: EngineAddress, pid: number): Promise<ServiceLog[]> {
  const { docker, ask } = await connect(address);
  const list = await ask('looking for containers', () => docker.listContainers({ filters: { label: ownerFilter(pid) } }));
  return list.map(({ Id: id, Names: [name = id], Labels: labels }) => {
    const container = docker.getContainer(id);
    return {
      // Containers are called by their run and their service.
      service: name.slice(name.indexOf(`${labels[runLabel]}-`) + `${labels[runLabel]}-`.length),
      last: async (lines) =>
        outputLines(await ask(`reading the output of ${name}`, () => container.logs({ stdout: true, stderr: true, tail: lines }))),
      async follow(write, signal) {
        const frames = await ask(`following the output of ${name}`, () =>
          container.logs({ follow: true, stdout: true, stderr: true, tail: 0 }),
        );
        const text = new PassThrough({ encoding: 'utf8' });
        text.on('data', write);
        docker.modem.demuxStream(frames, text, text);
        await new Promise<void>((resolve) => {
          const end = (): void => {
            signal.removeEventListener('abort', end);
            resolve();
          };
          frames.on('end', end).on('close', end).on('error', end);
          signal.addEventListener('abort', end, { once: true });
          if (signal.aborted) end();
        });
        if ('destroy' in frames && typeof frames.destroy === 'function') frames.destroy();
      },
    };
  });
}
