import type { Lookup } from '../history/lookup/lookup.js';
import type { StacksHistory } from '../history/stacks-history.js';
import type { StacksClient } from '../protocol/client/client.js';
import { type Interfaces, readInterfaces } from './interfaces.js';
import type { MetadataSettings } from './metadata/load.js';
import { type Remember, rememberUntilChange } from './remember.js';

/** What the API answers from. */
export type ApiServices = {
  history: StacksHistory;
  node: StacksClient;
  /** This package's version. */
  version: string;
  /** How documents behind the URIs of tokens are read. @default `data:` URIs alone */
  metadata?: MetadataSettings | undefined;
  /** Called with the stack of an unexpected failure, which clients do not see. */
  onWarning?: ((message: string) => void) | undefined;
};

/** What one request is answered from. Between two awaits the chain does not change. */
export type ApiContext = ApiServices & { lookup: Lookup; interfaces: Interfaces; remember: Remember };

/** What answers the requests for one network. */
export type ApiSource = Pick<ApiServices, 'onWarning'> & { context(): Promise<ApiContext> };

export function createApiSource(services: ApiServices): ApiSource {
  // The interfaces are read at the first request, and once for the network.
  let contextOf: (() => Promise<ApiContext>) | undefined;
  return {
    onWarning: services.onWarning,
    context() {
      contextOf ??= contexts(services);
      return contextOf();
    },
  };
}

/** @returns a function that makes the context of a request */
export function contexts(services: ApiServices): () => Promise<ApiContext> {
  const interfaces = readInterfaces(services.node, services.history.chain);
  const remember = rememberUntilChange(services.history.chain);
  return async () => ({ ...services, interfaces, remember, lookup: await services.history.lookup() });
}
