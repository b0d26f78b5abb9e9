export { BlockList, createConnection, createServer, isIP, isIPv6, type Socket } from 'node:net';
