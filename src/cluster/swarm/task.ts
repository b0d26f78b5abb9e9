import { field, isRecord, listOf, readNumber, readObject, readText } from '../../base/json.js';
import type { Client } from '../../engines/docker.js';

/** The container of a service, as the manager knows it. */
export type Task = {
  /** For example `running`. */
  state: string;
  /** Why it is in this state. */
  message: string;
  /** The machine that runs it; undefined while none does. */
  node: string | undefined;
  /** Published ports by the port in the container. */
  ports: ReadonlyMap<number, number>;
};

/** States that a container never leaves. */
const OVER = new Set(['complete', 'shutdown', 'failed', 'rejected', 'remove', 'orphaned']);

/** Whether a task never runs again. */
export function isOver({ state }: Task): boolean {
  return OVER.has(state);
}

/** Returns the tasks of a service. */
export async function tasksOf({ docker, ask }: Client, service: string): Promise<Task[]> {
  const tasks: unknown = await ask('looking for the tasks of a service', () => docker.listTasks({ filters: { service: [service] } }));
  return listOf(tasks, 'tasks').map(readTask);
}

function readTask(value: unknown): Task {
  const task = readObject(value, 'task');
  const status = readObject(field(task, 'Status'), 'Status');
  const published = field(status, 'PortStatus');
  const list = isRecord(published) ? (published['Ports'] ?? []) : [];
  const error = field(status, 'Err');
  const node = field(task, 'NodeID');
  return {
    state: readText(status, 'State'),
    message: typeof error === 'string' ? error : String(field(status, 'Message') ?? ''),
    node: typeof node === 'string' && node !== '' ? node : undefined,
    ports: new Map(
      listOf(list, 'Ports').map((port) => {
        const entry = readObject(port, 'port');
        return [readNumber(entry, 'TargetPort'), readNumber(entry, 'PublishedPort')];
      }),
    ),
  };
}

/** A machine of the Swarm. */
export type Machine = { host: string; isDown: boolean };

/** Returns the machine that a task runs on. */
export async function machineOf({ docker, ask, remoteHost }: Client, node: string): Promise<Machine> {
  const found: unknown = await ask('looking for a machine of the Swarm', () => docker.getNode(node).inspect());
  const machine = readObject(found, 'node');
  const status = readObject(field(machine, 'Status'), 'Status');
  const address = field(status, 'Addr');
  const manager = field(machine, 'ManagerStatus');
  const own = isRecord(manager) && typeof manager['Addr'] === 'string' ? manager['Addr'].replace(/:\d+$/, '') : undefined;
  // The only manager knows itself as a loopback or as any address.
  const isUsable = typeof address === 'string' && !/^(?:0\.0\.0\.0|127\.|::1?$)/.test(address);
  return { host: isUsable ? address : (own ?? remoteHost ?? '127.0.0.1'), isDown: field(status, 'State') === 'down' };
}
