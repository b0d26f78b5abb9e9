import { packaged } from './browser-cache.js';

/** Nothing is kept from one page to the next: this is what the build has kept. @returns undefined without it */
export function readKept(name: string): Buffer | undefined {
  const content = packaged[name];
  return content === undefined ? undefined : Buffer.from(content, 'base64');
}

export const keepFile = (): undefined => undefined;
