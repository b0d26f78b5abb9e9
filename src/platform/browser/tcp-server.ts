import { absent } from './absent.js';

const noServers = absent('servers');

export { noServers as listenOn, noServers as serveTcp };
export const authorityOf = (host: string, port: number): string => `${host}:${port}`;
