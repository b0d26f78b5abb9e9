import { packageRoot } from '#platform/package-root.js';
import { isSdkEntry, isSdkName } from './clarinet-sdk.js';

// Runs in the thread of Node's loader.
const OURS = { url: new URL('bundle/simnet.mjs', packageRoot).href, shortCircuit: true };

type Resolved = { url: string };
type Context = { parentURL?: string | undefined };

/** Gives those who import clarinet-sdk the simnet of this package. */
export async function resolve<C extends Context, R extends Resolved>(
  specifier: string,
  context: C,
  next: (specifier: string, context: C) => R | Promise<R>,
): Promise<R | typeof OURS> {
  if (isSdkName(specifier, context.parentURL)) return OURS;
  const resolved = await next(specifier, context);
  return isSdkEntry(resolved.url, context.parentURL) ? OURS : resolved;
}
