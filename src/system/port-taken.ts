import { readdir, readFile, readlink } from 'node:fs/promises';
import path from 'node:path';
import { DevnetError, invalid } from '../error.js';

export type ListenAttempt = {
  /** What was to listen, for example `the Bitcoin RPC`. */
  service: string;
  /** The configuration key of the port. */
  field: string;
  host: string;
  port: number;
};

/**
 * What to throw when listening failed: PORT_TAKEN, which names the holder where /proc tells, INVALID_INPUT for a host or port that
 * cannot be listened on, and anything else as it is.
 */
export async function listenError(error: unknown, { service, field, host, port }: ListenAttempt): Promise<unknown> {
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'EADDRINUSE': {
      const holder = await portHolder(port);
      return new DevnetError('PORT_TAKEN', `port ${port} of ${host}, for ${service}, is taken by ${holder ?? 'another program'}`, {
        field,
        expected: 'a free port',
        received: `${port}`,
        hint: 'Stop that program, or let the system choose: port 0, or --ports auto on the command line.',
        cause: error,
      });
    }
    case 'EACCES':
      return invalid(field, 'a port that this user may listen on', port, 'Ports below 1024 are for the administrator.');
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return invalid('host', 'an address of this machine', host);
    default:
      return error;
  }
}

/** The program that listens on a TCP port, as `name (pid 123)`; undefined where the system does not tell. */
async function portHolder(port: number): Promise<string | undefined> {
  try {
    const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'latin1').catch(() => '')));
    const inodes = new Set(tables.flatMap((table) => listeningInodes(table, port)));
    for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
      if (await holdsSocket(pid, inodes)) return `${await programName(pid)} (pid ${pid})`;
    }
  } catch {
    // Not Linux, or not ours to see.
  }
  return undefined;
}

/** By its file: the name that a process gives itself may be its main thread's, as that of Node from 23 on is. */
async function programName(pid: string): Promise<string> {
  const file = await readlink(`/proc/${pid}/exe`).catch(() => undefined);
  return file === undefined ? (await readFile(`/proc/${pid}/comm`, 'utf8')).trim() : path.basename(file.replace(/ \(deleted\)$/, ''));
}

/** Rows are `sl local_address rem_address st … inode`; state 0A is LISTEN, the address ends in the port as hex. */
function listeningInodes(table: string, port: number): string[] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return table
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((columns) => columns[1]?.endsWith(suffix) === true && columns[3] === '0A')
    .flatMap((columns) => columns[9] ?? []);
}

async function holdsSocket(pid: string, inodes: ReadonlySet<string>): Promise<boolean> {
  const files = await readdir(`/proc/${pid}/fd`).catch(() => []);
  const links = await Promise.all(files.map((file) => readlink(`/proc/${pid}/fd/${file}`).catch(() => '')));
  return links.some((link) => inodes.has(/^socket:\[(\d+)\]$/.exec(link)?.[1] ?? ''));
}
