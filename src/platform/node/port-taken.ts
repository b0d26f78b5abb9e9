import { networkInterfaces } from 'node:os';
import { DevnetError, invalid } from '../../base/error.js';
import type { Environment } from './environment.js';
import { ownCommand } from './own-command.js';
import { type PortHolder, portHolder } from './port-holder.js';
import { findStates } from './run-state.js';

/** An attempt to listen. */
export type ListenAttempt = {
  /** The configuration key or option of the port. */
  field: string;
  host: string;
  port: number;
  /** The flags that choose a free port instead. @default `--ports auto` for a configuration key of `ports`, else none */
  freePort?: string | undefined;
};

/**
 * Returns the error to throw after a failed attempt to listen: PORT_TAKEN with the program that uses the port where /proc reports
 * it, INVALID_INPUT for an impossible host or port, and any other error as it is.
 * @param env locates the state files of this user's devnets; without it, only the program's name is known
 */
export async function listenError(error: unknown, attempt: ListenAttempt, env?: Environment): Promise<unknown> {
  const { field, host, port } = attempt;
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'EADDRINUSE':
      return portTaken(await portUser(port, env), attempt, error);
    case 'EACCES':
      return invalid(field, 'a port that this user may listen on', port, 'Ports below 1024 need administrator rights.');
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'ENOTFOUND':
      return invalid('host', 'an address of this machine', host, otherHost());
    default:
      return error;
  }
}

/** Says which addresses there are: a machine may have no IPv4, where the usual 127.0.0.1 is none of its addresses. */
function otherHost(interfaces = networkInterfaces()): string | undefined {
  const own = Object.values(interfaces).flatMap((addresses) => addresses ?? []);
  const [first] = own.toSorted((a, b) => Number(b.internal) - Number(a.internal));
  if (first === undefined) return undefined;
  return `It has ${own.map(({ address }) => address).join(', ')}. Set host, for example --host ${first.address}.`;
}

type PortUser = { isDevnet: boolean; name: string };

function portTaken({ isDevnet, name }: PortUser, { field, port, freePort }: ListenAttempt, cause: unknown): DevnetError {
  const flags = freePort ?? (field.startsWith('ports.') ? '--ports auto' : undefined);
  const auto = flags === undefined ? '' : `; ${flags} on the command line`;
  const advice = isDevnet
    ? `Stop it with "${ownCommand('down')}" or pass ${flags ?? '--ports auto'}.`
    : `Stop that program, or set ${field} to another port (0 for a free one${auto}). ` +
      'Networks that run at the same time, as in test workers, need free ports each.';
  const facts = { field, expected: 'a free port', received: `${port}`, cause };
  return new DevnetError('PORT_TAKEN', `Port ${port} is in use by ${name}. ${advice}`, facts);
}

async function portUser(port: number, env: Environment | undefined): Promise<PortUser> {
  const holder = await portHolder(port);
  if (holder?.pid === process.pid) return { isDevnet: false, name: `this process (pid ${holder.pid})` };
  const pid = env === undefined ? undefined : await devnetOf(port, holder, env);
  if (pid !== undefined) return { isDevnet: true, name: `another devnet (pid ${pid})` };
  return { isDevnet: false, name: holder === undefined ? 'another program' : `${holder.program} (pid ${holder.pid})` };
}

/** Returns the pid of the devnet that uses a port. Where the system does not report the process, the gateway's URL does. */
async function devnetOf(port: number, holder: PortHolder | undefined, env: Environment): Promise<number | undefined> {
  const states = await findStates(env);
  return states.find(({ pid, url }) => (holder === undefined ? new URL(url).port === `${port}` : pid === holder.pid))?.pid;
}
