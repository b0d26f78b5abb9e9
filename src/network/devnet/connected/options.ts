import type { DevnetUrls } from '../../data.js';
import type { GatewayClientOptions } from './gateway-client.js';

/** A connection to a devnet. */
export type ConnectionOptions = GatewayClientOptions & {
  /** Where this process reaches the nodes, if they do not listen at the URLs that they report. */
  urls?: Pick<DevnetUrls, 'stacks' | 'bitcoin'> | undefined;
  /** User name and password of the Bitcoin node's RPC. @default those that the devnet reports */
  credentials?: { rpcUser: string; rpcPassword: string } | undefined;
  /** Fires when the devnet has ended, with the error that all calls then reject with. @default calls fail by themselves */
  ended?: AbortSignal | undefined;
};
