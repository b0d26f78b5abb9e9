import { absent } from './absent.js';

const noConnections = absent('connections of its own: it has fetch');

export { noConnections as createServer, noConnections as get, noConnections as request };

/** Connections are the browser's. */
export class Agent {
  destroy(): void {}
}

/** The texts of HTTP say nothing to programs. */
export const STATUS_CODES: Readonly<Record<number, string>> = {};
