import { absent } from './absent.js';

/** A page is no server. */
export const WebSocketServer = class {
  constructor() {
    absent('servers')();
  }
};
