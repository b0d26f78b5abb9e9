import { readdir, readFile, readlink } from 'node:fs/promises';
import path from 'node:path';

/** The process that listens on a port. */
export type PortHolder = { pid: number; program: string };

/** Returns the process that listens on a TCP port; undefined where the system does not report it. */
export async function portHolder(port: number): Promise<PortHolder | undefined> {
  try {
    const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'latin1').catch(() => '')));
    const inodes = new Set(tables.flatMap((table) => listeningInodes(table, port)));
    for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
      if (await holdsSocket(pid, inodes)) return { pid: Number(pid), program: await programName(pid) };
    }
  } catch {
    // No Linux, or another user's process.
  }
  return undefined;
}

/** Named after its file: the name that a process gives itself may be that of its main thread, as with Node 23 and later. */
async function programName(pid: string): Promise<string> {
  const file = await readlink(`/proc/${pid}/exe`).catch(() => undefined);
  return file === undefined ? (await readFile(`/proc/${pid}/comm`, 'utf8')).trim() : path.basename(file.replace(/ \(deleted\)$/, ''));
}

/** Rows are `sl local_address rem_address st … inode`; state 0A is LISTEN, and the address ends in the port as hex. */
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
