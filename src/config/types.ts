import type { EngineName, EngineOptions } from '../engines/engine.js';
import type { MiningMode, MiningModes } from '../mining-mode.js';
import type { RateLimitInput, RateLimits } from './rate-limit.js';

/** How much `up` tells: `error` only failures, `warn` what is degraded too, `info` also boot steps, blocks and transactions. */
export type LogLevel = 'error' | 'warn' | 'info';

/** The Stacks epochs that a network can boot into: real nodes into 3.0 to 3.4. */
type Epoch = '2.1' | '2.2' | '2.3' | '2.4' | '2.5' | '3.0' | '3.1' | '3.2' | '3.3' | '3.4' | '4.0';

/** One faucet, complete. */
export type FaucetConfig = {
  enabled: boolean;
  /** Sats or micro-STX of one payment. */
  amount: bigint;
  /**
   * Private keys that pay, as 64 hex digits (a compressed key's suffix `01` is dropped). Absent: the network's own funded keys.
   * Empty: the faucet lacks keys and answers 403.
   */
  keys?: string[] | undefined;
};

/** A whole configuration: every key has a value, every value is checked. Amounts are base units. */
export type ResolvedConfig = {
  engine: EngineName;
  /** The interface that the gateway and both nodes listen on. */
  host: string;
  /** 0: any free port. */
  ports: { gateway: number; stacks: number; bitcoin: number };
  accounts: {
    /** Absent: the standard Clarinet accounts. */
    mnemonic?: string | undefined;
    count: number;
  };
  /** Genesis balances in micro-STX by principal; they replace the default balance of an account with that address. */
  balances: Record<string, bigint>;
  epoch: Epoch;
  /** In Bitcoin blocks; the prepare phase is the end of the reward cycle of `rewardLength`. */
  pox: { rewardLength: number; prepareLength: number };
  /** How many stacks-signers sign the blocks of real nodes. */
  signers: number;
  mining: MiningModes;
  faucet: { btc: FaucetConfig; stx: FaucetConfig };
  /** The `/devnet/v1` endpoints; without `key` they answer loopback peers only. */
  control: { enabled: boolean; key?: string | undefined };
  rateLimit: 'off' | RateLimits;
  /** Where the windows of rate limits are kept over a restart. */
  rateLimitFile?: string | undefined;
  /** Keys that raise the limits of their holders `factor` times, in the header `x-<service>-api-key`; `file` has their hashes. */
  apiKeys: { service: string; file: string; factor: number };
  /** Addresses and networks of proxies whose `X-Forwarded-For` is believed. */
  trustedProxies: string[];
  bitcoin: { rpcUser: string; rpcPassword: string };
  /** `host:port` of event observers of the Stacks node. */
  eventObservers: string[];
  /** The native engine's programs: absolute paths, or names to be searched on PATH; absent ones are searched by their own names. */
  binaries: { bitcoind?: string | undefined; stacksNode?: string | undefined; stacksSigner?: string | undefined };
  /** The docker engine's images; for absent ones, those of compose/compose.yaml. */
  images: { bitcoind?: string | undefined; stacksNode?: string | undefined; stacksSigner?: string | undefined };
  compose: { folder?: string | undefined };
  /** The external engine's nodes. `bitcoinRpc` may hold user name and password. */
  external: { bitcoinRpc?: string | undefined; stacksRpc?: string | undefined; stacksToken?: string | undefined };
  cache: { dir: string; enabled: boolean };
  logLevel: LogLevel;
};

/** Base units: a bigint, decimal digits, or a number up to 2^53 − 1 (larger ones are refused because they were rounded already). */
type Amount = bigint | number | string;

type FaucetConfigInput = {
  /** @default true */
  enabled?: boolean | undefined;
  /** Sats or micro-STX of one payment. @default 1 BTC, 500 STX */
  amount?: Amount | undefined;
  /** Private keys that pay, as hex, with or without the suffix `01`. @default the network's own funded keys */
  keys?: readonly string[] | undefined;
};

/** A configuration as a user writes it, in code or in `devnet.config.{ts,js,mjs,json}`: everything may be left out. */
export type ConfigInput = {
  /** What runs the nodes. `external`: somebody else, at the URLs of `external`. @default 'embedded' */
  engine?: EngineName | undefined;
  /** The interface that the gateway and both nodes listen on. @default '127.0.0.1' */
  host?: string | undefined;
  /** `'auto'` or 0: free ports. @default free ones in code, 3999, 20443 and 18443 on the command line */
  ports?: 'auto' | { gateway?: number | undefined; stacks?: number | undefined; bitcoin?: number | undefined } | undefined;
  accounts?:
    | {
        /** BIP39 words that all accounts derive from. @default the standard Clarinet accounts */
        mnemonic?: string | undefined;
        /** 1 … 9, or 1 … 100 with a mnemonic. @default 9 */
        count?: number | undefined;
      }
    | undefined;
  /** Genesis balances in micro-STX by Stacks address or contract principal. @default {} */
  balances?: Readonly<Record<string, Amount>> | undefined;
  /** The Stacks epoch after boot. @default '3.4' */
  epoch?: Epoch | undefined;
  pox?:
    | {
        /** Bitcoin blocks of a reward cycle, its prepare phase included. @default 20 */
        rewardLength?: number | undefined;
        /** Bitcoin blocks of the prepare phase. @default 5 */
        prepareLength?: number | undefined;
      }
    | undefined;
  /** How many stacks-signers sign the blocks of real nodes; the embedded engine has none. 1 … 16. @default 1 */
  signers?: number | undefined;
  mining?:
    | {
        /** @default 'auto' */
        stacks?: MiningMode | undefined;
        /** @default 'auto' */
        bitcoin?: MiningMode | undefined;
      }
    | undefined;
  faucet?: { btc?: FaucetConfigInput | undefined; stx?: FaucetConfigInput | undefined } | undefined;
  control?:
    | {
        /** @default true */
        enabled?: boolean | undefined;
        /** Opens the control endpoints to peers that are not on loopback. @default none */
        key?: string | undefined;
      }
    | undefined;
  /**
   * Limits on requests per client and on faucet payments per recipient and client. An object has rates such as `'5/1m'` for what they
   * count; the others are as in `standard`. @default 'off'
   */
  rateLimit?: RateLimitInput | undefined;
  /** A file that keeps the windows of rate limits over a restart. @default none */
  rateLimitFile?: string | undefined;
  apiKeys?:
    | {
        /** The name in the header `x-<service>-api-key`. @default 'service' */
        service?: string | undefined;
        /** The file with the hashes of the keys. @default api-keys.json in the user's state directory */
        file?: string | undefined;
        /** How many times higher the limits of a key's holder are. @default 10 */
        factor?: number | undefined;
      }
    | undefined;
  /** Addresses and networks of proxies whose `X-Forwarded-For` tells who a client is. @default [] */
  trustedProxies?: readonly string[] | undefined;
  bitcoin?:
    | {
        /** @default 'devnet' */
        rpcUser?: string | undefined;
        /** @default 'devnet' */
        rpcPassword?: string | undefined;
      }
    | undefined;
  /** `host:port` of event observers of the Stacks node. @default [] */
  eventObservers?: readonly string[] | undefined;
  /** The native engine's programs: paths, or names to be searched on PATH. */
  binaries?:
    | {
        /** @default `BITCOIND` in the environment, else bitcoind on PATH */
        bitcoind?: string | undefined;
        /** @default `STACKS_NODE` in the environment, else stacks-node on PATH */
        stacksNode?: string | undefined;
        /** @default `STACKS_SIGNER` in the environment, else stacks-signer on PATH */
        stacksSigner?: string | undefined;
      }
    | undefined;
  /** The docker engine's images, each with the program of its name on its PATH; those that lack are pulled. */
  images?:
    | {
        /** @default the one in the package's compose/compose.yaml */
        bitcoind?: string | undefined;
        /** @default the one in the package's compose/compose.yaml */
        stacksNode?: string | undefined;
        /** @default the one in the package's compose/compose.yaml */
        stacksSigner?: string | undefined;
      }
    | undefined;
  compose?:
    | {
        /** The folder shared with the containers of compose/compose.yaml, in which the docker engine then runs the nodes. @default none */
        folder?: string | undefined;
      }
    | undefined;
  /** The external engine's nodes: both URLs are needed there. */
  external?:
    | {
        /** `http://user:password@host:port`; without user name and password, `bitcoin.rpcUser` and `bitcoin.rpcPassword` are taken. */
        bitcoinRpc?: string | undefined;
        /** A stacks-node, or a Stacks API before one. */
        stacksRpc?: string | undefined;
        /** The node's `auth_token`, with which it replays blocks for receipts. @default none */
        stacksToken?: string | undefined;
      }
    | undefined;
  cache?:
    | {
        /** @default the user's cache directory */
        dir?: string | undefined;
        /** False: nothing is read from or written to disk, and every boot is a cold one. @default true */
        enabled?: boolean | undefined;
      }
    | undefined;
  /** What `up` tells; without effect in code, which prints nothing. @default 'info' */
  logLevel?: LogLevel | undefined;
};

/** What `startDevnet` takes: a configuration, and how to start. */
export type DevnetOptions = ConfigInput & {
  /**
   * Contracts that are there from the beginning, in an order in which each finds those that it calls; `deployer` is an address,
   * whose nonce stays what it is. The embedded engine only. @default none
   */
  contracts?: EngineOptions['contracts'];
  /** False: no HTTP gateway; `urls.gateway` is absent. @default true */
  gateway?: boolean | undefined;
  /** Called with one line per boot step. */
  onProgress?: ((step: string) => void) | undefined;
  /** Called with one line when something is degraded but the network boots, for example an unwritable cache. */
  onWarning?: ((message: string) => void) | undefined;
  /** Ends the start; what was started already is torn down. */
  signal?: AbortSignal | undefined;
};
