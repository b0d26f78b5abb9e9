import { closing } from './closing.js';

/** Jest's `globalTeardown`: ends the network that the set-up started. */
export default async function teardown(): Promise<void> {
  const close: unknown = Object.getOwnPropertyDescriptor(globalThis, closing)?.value;
  if (typeof close === 'function') await close();
}
