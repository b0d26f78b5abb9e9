import type { ForkPoint, ForkSourceRequest } from '../../../stacks/fork-source.js';
import { askNode } from './ask-node.js';
import { discover } from './discover.js';
import { forkSourceNode } from './fork-source-node.js';
import { type OpenOrigin, type OriginKind, type OriginOptions, openOrigin } from './open-origin.js';

/** A fork of Stacks that networks read. */
export type OpenFork = OpenOrigin<ForkPoint, ForkSourceRequest>;

const STACKS: OriginKind<ForkPoint, ForkSourceRequest> = {
  cacheName: (url) => url,
  connect(url, transport) {
    const node = forkSourceNode(url, transport);
    return { discover: (height) => discover(node, height), ask: (_point, request) => askNode(node, request) };
  },
};

/**
 * Finds the block from which a fork continues, and opens what reads its state.
 * @param options.url of a Stacks node, or of an API in front of one
 * @throws DevnetError ORIGIN, INVALID_INPUT, UNSUPPORTED, ABORTED
 */
export function openFork(options: OriginOptions): Promise<OpenFork> {
  return openOrigin(options, STACKS, (origin) => origin);
}
