import { absent } from './absent.js';

/** Threads of Node, which share memory and wait for messages. */
export const Worker = class {
  constructor() {
    absent('such threads')();
  }
};
export const receiveMessageOnPort = absent('such threads');
export const workerData = undefined;
const Channel = globalThis.MessageChannel;

export { Channel as MessageChannel };
