import type { BridgeSettings, BridgeStore } from '../../../sbtc/bridge.js';
import type { Engine } from '../../../stacks/engine.js';
import type { TrackingState } from '../../../stacks/history.js';
import type { Accounts, CloneOptions, DevnetProject, DevnetUrls, FaucetCoin } from '../../data.js';
import type { FaucetKey } from '../../faucet/keys.js';
import type { PaymentTurnsOf } from '../../faucet/payment-turns.js';
import type { Devnet, LocalDevnet } from '../../types.js';
import type { CoverageParts } from '../coverage/types.js';
import type { ConnectWithin } from '../web-socket.js';
import type { KeptState } from './states.js';

/** What a network in this process is made of. */
export type DevnetParts = {
  engine: Engine;
  accounts: Accounts;
  project?: DevnetProject | undefined;
  faucet: Readonly<Record<FaucetCoin, { enabled: boolean; amount: bigint; keys: readonly FaucetKey[] }>>;
  /** The deployer of the sBTC contracts, and how the bridge begins; undefined if the network has no sBTC. */
  sbtc: { deployer: string; bridge: BridgeSettings } | undefined;
  /** Keeps replicas apart that pay from the same keys. @default nobody else does */
  turnsOf?: PaymentTurnsOf | undefined;
  /** The key of the gateway's control; undefined for none. */
  controlKey?: string | undefined;
  /** How many Stacks blocks the history keeps; undefined for all. */
  keptBlocks: number | undefined;
  /** The file for coverage and the sources of contracts; undefined if none is wanted. */
  coverage?: CoverageParts | undefined;
  /** The Stacks chain id. */
  networkId: number;
  /** This package's version. */
  version: string;
  /** Addresses whose transactions need no signature. @default those of the engine */
  impersonate?: readonly string[] | undefined;
  /** Called with one line if something is degraded. */
  onWarning?: ((message: string) => void) | undefined;
  /** What the network that this one is a copy of knows. @default nothing */
  from?: NetworkState | undefined;
  /** Starts a copy of the network. */
  clone(options: CloneOptions, parts: CopyParts): Promise<Devnet>;
};

/** What a copy gets from its network. */
export type CopyParts = {
  /** Unique among the copies of a network. */
  id: string;
  /** Returns what the network knows at a moment; to be called at that moment. */
  state(): NetworkState;
};

/** What a devnet knows besides its nodes. */
export type NetworkState = TrackingState & { bridge: BridgeStore | undefined };

/** A gateway of a devnet. */
export type AttachedGateway = {
  url: string;
  pageUrl?: string | undefined;
  emilyUrl?: string | undefined;
  /** Answers without a connection, if the gateway has no port. */
  fetch?: typeof fetch | undefined;
  /** Opens websockets without a connection. */
  connect: ConnectWithin;
  close(): Promise<void>;
};

/** Where servers listen that a network has on demand. */
export type ExtraUrls = Partial<Pick<DevnetUrls, 'dap' | 'electrum'>>;

/** A devnet, and a function that attaches a gateway to it. `urls` then contains the gateway, and `close` closes it first. */
export type CreatedDevnet = {
  devnet: LocalDevnet;
  /** Its state, for a file that follows it. */
  kept: KeptState;
  attach(gateway: AttachedGateway): void;
  /** Adds where further servers of the network listen. */
  addUrls(urls: ExtraUrls): void;
  /** Adds a function to call when the devnet closes, before its engine. */
  onClose(close: () => void): void;
};
