import Module, { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '#platform/package-root.js';
import { isSdkEntry, isSdkName } from './clarinet-sdk.js';

register(new URL('bundle/simnet-hooks.mjs', packageRoot));

// CommonJS does not ask the loader.
const OURS = fileURLToPath(new URL('bundle/simnet.mjs', packageRoot));
type Resolve = (request: string, parent: { filename?: string | null } | undefined, ...rest: unknown[]) => string;
const modules = Module as unknown as { _resolveFilename: Resolve };
const resolve = modules._resolveFilename;
modules._resolveFilename = function (this: unknown, request, parent, ...rest) {
  const from = parent?.filename ?? undefined;
  if (isSdkName(request, from)) return OURS;
  const resolved = resolve.call(this, request, parent, ...rest);
  return isSdkEntry(resolved, from) ? OURS : resolved;
};
