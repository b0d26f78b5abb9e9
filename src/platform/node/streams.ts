export { createInterface } from 'node:readline';
export { type Duplex, PassThrough, Readable, type Writable } from 'node:stream';
