import { absent } from './absent.js';

const noSockets = absent('sockets');

export { noSockets as createConnection, noSockets as createServer };

const V4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.|$)){4}$/;

/** Returns 4 or 6, or 0 for a text that is no address. */
export function isIP(text: string): 0 | 4 | 6 {
  if (V4.test(text) && !text.endsWith('.')) return 4;
  return isIPv6(text) ? 6 : 0;
}

export function isIPv6(text: string): boolean {
  if (!text.includes(':') || /[^0-9a-f:.]/i.test(text)) return false;
  try {
    return new URL(`http://[${text}]/`).hostname !== '';
  } catch {
    return false;
  }
}

/** No peer comes, so that none is looked for. */
export class BlockList {
  addAddress(): void {}
  addSubnet(): void {}
  check(): boolean {
    return false;
  }
}
