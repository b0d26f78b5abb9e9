import Module, { register } from 'node:module';
import { packageRoot } from '../package-root.js';

/** What tools import, and what they get. */
const PACKAGE = '@stacks/clarinet-sdk';
const OURS = new URL('bundle/simnet.mjs', packageRoot).href;

/** Runs in the thread of Node's loader, so it must not use anything of this file. */
const HOOKS = `
export async function resolve(specifier, context, next) {
  // clarinet-sdk looks for its own files, such as the set-up for Vitest.
  const isItself = context.parentURL?.includes('/node_modules/${PACKAGE}/');
  return specifier === '${PACKAGE}' && !isItself ? { url: '${OURS}', shortCircuit: true } : next(specifier, context);
}`;

register(`data:text/javascript,${encodeURIComponent(HOOKS)}`);

// CommonJS does not ask the loader.
type Resolve = (request: string, ...rest: unknown[]) => string;
const modules = Module as unknown as { _resolveFilename: Resolve };
const resolve = modules._resolveFilename;
modules._resolveFilename = function (this: unknown, request, ...rest) {
  return request === PACKAGE ? new URL(OURS).pathname : resolve.call(this, request, ...rest);
};
