// Written by `npm run generate` from src/project/config/settings.ts. Do not edit.
import type { SettingInput, SettingValue } from './settings.js';

/** The configuration as users write it, in code or in `devnet.config.{ts,js,mjs,json}`. Every key is optional. */
export type DevnetConfig = {
  /**
   * Engine that runs the nodes. `embedded` runs both nodes in this process. `native` runs real nodes as processes, `docker` runs them as
   * containers. `external` connects to nodes that already run, at the URLs in `external`. @default 'embedded'
   */
  engine?: SettingInput<'engine'> | undefined;
  /** Interface that the gateway and both nodes listen on. @default '127.0.0.1' */
  host?: SettingInput<'host'> | undefined;
  /**
   * Name of this machine in the Host header, besides localhost, its addresses, names without a dot and `host`. Requests with other names
   * are refused at `/devnet/v1` and at the Bitcoin RPC: a page of the web can point its own name at this machine (DNS rebinding).
   * @default none
   */
  allowedHosts?: SettingInput<'allowedHosts'> | undefined;
  /** Ports to listen on. */
  ports?:
    | 'auto'
    | {
        /** Port of the HTTP gateway. @default a free port */
        gateway?: SettingInput<'ports.gateway'> | undefined;
        /** Port of the Stacks RPC. @default a free port */
        stacks?: SettingInput<'ports.stacks'> | undefined;
        /** Port of the Bitcoin RPC. @default a free port */
        bitcoin?: SettingInput<'ports.bitcoin'> | undefined;
        /**
         * Port of the embedded Bitcoin node for other Bitcoin nodes. It serves Bitcoin's peer-to-peer protocol: see docs/bitcoin.md.
         * @default none; `node bitcoin` takes the port after its RPC, 18444
         */
        bitcoinPeers?: SettingInput<'ports.bitcoinPeers'> | undefined;
        /** Port of sBTC's Emily API, conventionally 3031. @default none; `/emily` of the gateway serves the same */
        emily?: SettingInput<'ports.emily'> | undefined;
        /** Port of the Electrum server, if there is one. @default a free port */
        electrum?: SettingInput<'ports.electrum'> | undefined;
      }
    | undefined;
  /** Electrum server. */
  electrum?:
    | boolean
    | {
        /** Whether wallets get an Electrum server, over TCP and WebSocket on one port. See docs/bitcoin.md. @default false */
        enabled?: SettingInput<'electrum.enabled'> | undefined;
      }
    | undefined;
  /** Funded accounts. */
  accounts?:
    | {
        /** BIP39 words that all accounts derive from. @default the standard Clarinet accounts */
        mnemonic?: SettingInput<'accounts.mnemonic'> | undefined;
        /** Number of funded accounts, at most 9 without a mnemonic. @default 9 */
        count?: SettingInput<'accounts.count'> | undefined;
        /**
         * Accounts by name, instead of deployer, wallet_1 and so on. Each has a `mnemonic`, and may have a `derivation` (by default
         * `m/44'/5757'/0'/0/0`), a `balance` in micro-STX and an `sbtcBalance` in sats. @default none
         */
        named?: SettingInput<'accounts.named'> | undefined;
      }
    | undefined;
  /** Genesis balance of a Stacks principal in micro-STX. It replaces the default balance of an account with that address. @default none */
  balances?: SettingInput<'balances'> | undefined;
  /**
   * Contracts that exist at genesis, on the embedded engine. List a contract after those that it calls. `deployer` is an address; its nonce
   * does not change. `path` names the source in the report of `coverage`. @default none
   */
  contracts?: SettingInput<'contracts'> | undefined;
  /**
   * File for the coverage of contracts, in LCOV format, on the embedded engine. It is written when the network closes, and on request.
   * Contracts need a `path`: see docs/coverage.md. @default none
   */
  coverage?: SettingInput<'coverage'> | undefined;
  /**
   * Port of the debugger for contracts, which speaks the Debug Adapter Protocol, on the embedded engine. 0 selects a free one, which
   * `status` reports. See docs/debug.md. @default none
   */
  dap?: SettingInput<'dap'> | undefined;
  /**
   * File with the state of the network: loaded at the start if it exists, and kept while the network runs, also if it is killed. On the
   * embedded engine. The file has private keys. See docs/state.md. @default none; the state ends with the network
   */
  state?: SettingInput<'state'> | undefined;
  /** File with a state to start from; it stays as it is. @default none */
  loadState?: SettingInput<'loadState'> | undefined;
  /** File for the state at the end of the network. @default none */
  dumpState?: SettingInput<'dumpState'> | undefined;
  /**
   * Stacks node whose boot contracts the embedded engine takes. They are read once and stay in the cache. Those of this package are as
   * stacks-node 4.0.2 has them: see docs/embedded.md. @default those of this package
   */
  bootContracts?: SettingInput<'bootContracts'> | undefined;
  /** Stacks epoch after the boot, by default mainnet's; real nodes support 3.0 and later. @default '4.0' */
  epoch?: SettingInput<'epoch'> | undefined;
  /**
   * Heights at which the network begins: its own, or those of a simnet, on the embedded engine. `simnet`: both chains have the heights that
   * the simnet of clarinet-sdk 3.21 has after it deployed the project, block 2 with contracts of one epoch. No account has BTC then,
   * because no coinbase is mature before Bitcoin block 101. See docs/clarinet.md. @default 'network'
   */
  heights?: SettingInput<'heights'> | undefined;
  /**
   * Bitcoin height at which an epoch begins, on the embedded engine. The first epoch is the one in which the network begins, from 2.5 on,
   * at height 0; it replaces `epoch`. A fork begins in the epoch of its origin. See docs/money-and-time.md. @default none: the network
   * stays in `epoch`
   */
  epochs?: SettingInput<'epochs'> | undefined;
  /** Contracts and coins of sBTC. */
  sbtc?:
    | boolean
    | {
        /**
         * Whether the network has sBTC. @default `true` on the embedded engine and in epoch 4.0, else `false`; `false` on the external
         * engine and on forks
         */
        enabled?: SettingInput<'sbtc.enabled'> | undefined;
        /**
         * Address that deploys sBTC's contracts. The default is the one of `SbtcApiClientDevenv` of the npm package `sbtc`.
         * @default 'SN3R84XZYA63QS28932XQF3G1J8R9PC3W76P9CSQS'
         */
        deployer?: SettingInput<'sbtc.deployer'> | undefined;
        /**
         * Genesis balance of a Stacks principal in sats of sBTC. It replaces the default balance of an account with that address. @default
         * 10 sBTC for each account
         */
        balances?: SettingInput<'sbtc.balances'> | undefined;
        /**
         * Folder with the sources of sBTC's contracts. It has the five sources as `sbtc-token.clar` or, as in the requirement cache of
         * Clarinet, `SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4.sbtc-token.clar`. @default those of this package
         */
        contracts?: SettingInput<'sbtc.contracts'> | undefined;
        bridge?:
          | {
              /**
               * When the bridge acts. `auto` serves a deposit or withdrawal as soon as it can, `manual` only when `devnet.sbtc.step()` is
               * called. @default 'auto'
               */
              mode?: SettingInput<'sbtc.bridge.mode'> | undefined;
              /** Sats for a virtual byte of the bridge's Bitcoin transactions. @default 2 */
              feeRate?: SettingInput<'sbtc.bridge.feeRate'> | undefined;
              /** Confirmations of a deposit before it is swept. @default 1 */
              depositConfirmations?: SettingInput<'sbtc.bridge.depositConfirmations'> | undefined;
              /** Confirmations of a sweep before its deposits are minted and its withdrawals accepted. @default 1 */
              sweepConfirmations?: SettingInput<'sbtc.bridge.sweepConfirmations'> | undefined;
              /**
               * Bitcoin blocks after the request of a withdrawal before it is paid. Mainnet waits for 6. A reorganisation that is deeper
               * can undo a request that is paid already. @default 0
               */
              withdrawalConfirmations?: SettingInput<'sbtc.bridge.withdrawalConfirmations'> | undefined;
              /** Bitcoin blocks after which a withdrawal that cannot be paid is rejected. @default 24 */
              withdrawalExpiry?: SettingInput<'sbtc.bridge.withdrawalExpiry'> | undefined;
            }
          | undefined;
      }
    | undefined;
  /** Reward cycle. */
  pox?:
    | {
        /** Bitcoin blocks of a reward cycle, including its prepare phase. @default 20 */
        rewardLength?: SettingInput<'pox.rewardLength'> | undefined;
        /** Bitcoin blocks of the prepare phase. @default 5 */
        prepareLength?: SettingInput<'pox.prepareLength'> | undefined;
      }
    | undefined;
  /** Limits of read-only calls. */
  readOnly?:
    | {
        /**
         * Maximum runtime of a read-only call. Calls beyond a limit fail with `CostBalanceExceeded`. On the embedded engine the budget of a
         * block is a limit, too. @default 1000000000, as a node's
         */
        runtime?: SettingInput<'readOnly.runtime'> | undefined;
        /** Maximum number of reads of a read-only call. @default 100, as a node's */
        readCount?: SettingInput<'readOnly.readCount'> | undefined;
        /** Maximum number of bytes that a read-only call reads. @default 200000, as a node's */
        readLength?: SettingInput<'readOnly.readLength'> | undefined;
        /**
         * Maximum number of writes of a read-only call. A node takes 0 whatever its configuration says, and so does the embedded engine.
         * @default 0, as a node's
         */
        writeCount?: SettingInput<'readOnly.writeCount'> | undefined;
        /**
         * Maximum number of bytes that a read-only call writes. A node takes 0 whatever its configuration says, and so does the embedded
         * engine. @default 0, as a node's
         */
        writeLength?: SettingInput<'readOnly.writeLength'> | undefined;
      }
    | undefined;
  /** Number of stacks-signers that sign blocks, on the native and docker engines. @default 1 */
  signers?: SettingInput<'signers'> | undefined;
  /** Mining. */
  mining?:
    | {
        /**
         * When to mine Stacks blocks. `auto` mines a block as soon as a transaction is pending, `manual` only on request. @default 'auto'
         */
        stacks?: SettingInput<'mining.stacks'> | undefined;
        /**
         * When to mine Bitcoin blocks. `auto` mines a block as soon as a transaction is pending, `manual` only on request. @default `auto`;
         * `manual` on the external engine
         */
        bitcoin?: SettingInput<'mining.bitcoin'> | undefined;
      }
    | undefined;
  /** Fork of a running network. */
  fork?:
    | {
        /**
         * Running Stacks network whose state the embedded engine continues. A Stacks node, or a Stacks API in front of one; a height may
         * follow after `@`. See docs/fork.md. @default none; the network begins with its own genesis
         */
        url?: SettingInput<'fork.url'> | undefined;
        /** Stacks height from which the fork continues. @default the origin's tip; offline, the block of the last fork */
        height?: SettingInput<'fork.height'> | undefined;
        /** Bitcoin RPC. */
        bitcoin?:
          | {
              /**
               * Esplora server of the Bitcoin network whose chain the embedded engine continues. Of mainnet, testnet, signet or regtest; a
               * height may follow after `@`. See docs/fork.md. @default none; the Bitcoin chain begins with its own genesis
               */
              url?: SettingInput<'fork.bitcoin.url'> | undefined;
              /**
               * Bitcoin height from which the fork continues. @default with `fork.url`, the Bitcoin block of its Stacks block; else the
               * origin's tip; offline, the block of the last fork
               */
              height?: SettingInput<'fork.bitcoin.height'> | undefined;
            }
          | undefined;
        /** Whether the fork uses only its cache and sends no requests. @default false */
        offline?: SettingInput<'fork.offline'> | undefined;
        /** Key that the fork sends to its origin in the header x-api-key. @default `HIRO_API_KEY` in the environment, else none */
        apiKey?: SettingInput<'fork.apiKey'> | undefined;
        /** Milliseconds that a request to the origin may take. @default 10000 */
        timeout?: SettingInput<'fork.timeout'> | undefined;
      }
    | undefined;
  /**
   * Clarinet project whose contracts and accounts the network has. A folder with `Clarinet.toml`, or the path of that file; `false` for
   * none. The settings of the project come after those of all other sources. @default the project in the working directory or above it; in
   * code none
   */
  project?: SettingInput<'project'> | undefined;
  /**
   * Deployment plan of the project to follow. See docs/clarinet.md. @default `deployments/default.devnet-plan.yaml` of the project if it
   * does more than deploy the contracts of the project
   */
  plan?: SettingInput<'plan'> | undefined;
  /** Requirements of a Clarinet project. */
  requirements?:
    | {
        /**
         * Stacks API or node that has the requirements of the project. Only requirements that are not in the cache of the project are
         * fetched, once. @default Hiro's API, `https://api.hiro.so` for mainnet and `https://api.testnet.hiro.so` for testnet
         */
        api?: SettingInput<'requirements.api'> | undefined;
        /** Whether to fetch requirements that are not in the cache of the project. @default true */
        fetch?: SettingInput<'requirements.fetch'> | undefined;
      }
    | undefined;
  /** Faucets. */
  faucet?:
    | {
        btc?:
          | boolean
          | {
              /** Whether the BTC faucet pays; if not, it answers 403. @default true */
              enabled?: SettingInput<'faucet.btc.enabled'> | undefined;
              /** Sats of one payment. @default 100000000 (1 BTC) */
              amount?: SettingInput<'faucet.btc.amount'> | undefined;
              /** Private keys that pay; without any, the faucet answers 403. @default funded keys of the network */
              keys?: SettingInput<'faucet.btc.keys'> | undefined;
            }
          | undefined;
        stx?:
          | boolean
          | {
              /** Whether the STX faucet pays; if not, it answers 403. @default true */
              enabled?: SettingInput<'faucet.stx.enabled'> | undefined;
              /** Micro-STX of one payment. @default 500000000 (500 STX) */
              amount?: SettingInput<'faucet.stx.amount'> | undefined;
              /** Private keys that pay; without any, the faucet answers 403. @default funded keys of the network */
              keys?: SettingInput<'faucet.stx.keys'> | undefined;
            }
          | undefined;
        /** Contracts and coins of sBTC. */
        sbtc?:
          | boolean
          | {
              /** Whether the sBTC faucet pays; if not, it answers 403. @default true */
              enabled?: SettingInput<'faucet.sbtc.enabled'> | undefined;
              /** Sats of one payment. @default 1000000 (0.01 sBTC) */
              amount?: SettingInput<'faucet.sbtc.amount'> | undefined;
              /** Private keys that pay; without any, the faucet answers 403. @default funded keys of the network */
              keys?: SettingInput<'faucet.sbtc.keys'> | undefined;
            }
          | undefined;
      }
    | undefined;
  /** Page for browsers. */
  page?:
    | boolean
    | {
        /** Whether browsers get a page at /. @default true */
        enabled?: SettingInput<'page.enabled'> | undefined;
      }
    | undefined;
  /** Payments of agents. */
  x402?:
    | boolean
    | {
        /** Whether there is an x402 facilitator at /x402. See docs/agents.md. @default true */
        enabled?: SettingInput<'x402.enabled'> | undefined;
      }
    | undefined;
  /** Metadata of tokens. */
  metadata?:
    | {
        /** Whether /metadata/v1 fetches http: and ipfs: URIs of tokens; data: URIs are always read. @default false */
        fetch?: SettingInput<'metadata.fetch'> | undefined;
        /** URL that ipfs: URIs of tokens are fetched at. @default 'https://ipfs.io/ipfs/' */
        ipfsGateway?: SettingInput<'metadata.ipfsGateway'> | undefined;
      }
    | undefined;
  /** Access to /devnet/v1. */
  control?:
    | boolean
    | {
        /** Whether /devnet/v1 answers. @default true */
        enabled?: SettingInput<'control.enabled'> | undefined;
        /** Key that lets other machines call /devnet/v1. @default none; only this machine may call */
        key?: SettingInput<'control.key'> | undefined;
        /** Origin of web pages that may call /devnet/v1. @default none */
        origins?: SettingInput<'control.origins'> | undefined;
        /** Bytes of the largest state that POST /devnet/v1/load takes. @default 268435456 (256 MiB) */
        stateLimit?: SettingInput<'control.stateLimit'> | undefined;
      }
    | undefined;
  /**
   * Limits on requests and faucet payments: off, standard, or rates per route. An object has rates such as `5/1m` by route; other routes
   * keep their rates of `standard`. @default 'off'
   */
  rateLimit?: SettingInput<'rateLimit'> | undefined;
  /** File that keeps the counts of rate limits over a restart. @default none; counts end with the process */
  rateLimitFile?: SettingInput<'rateLimitFile'> | undefined;
  /** Bits of an IPv6 address that rate limits take for one client: a provider gives each customer a /64 or more. @default 64 */
  rateLimitIpv6Prefix?: SettingInput<'rateLimitIpv6Prefix'> | undefined;
  /** API keys. */
  apiKeys?:
    | {
        /** Name in the header x-<name>-api-key, an alternative to x-api-key and x-hiro-api-key. @default 'service' */
        service?: SettingInput<'apiKeys.service'> | undefined;
        /** File with the hashes of API keys; see "keys create". @default api-keys.json in the user's state directory */
        file?: SettingInput<'apiKeys.file'> | undefined;
        /** Factor by which an API key multiplies rate limits. @default 10 */
        factor?: SettingInput<'apiKeys.factor'> | undefined;
      }
    | undefined;
  /**
   * Redis that the replicas of a gateway or of a pool share, as redis://user:password@host:port/database. A gateway needs the external
   * engine. Rate limits, API keys, faucets and the numbers of events are then the same for all gateways of the network, see
   * docs/shared-network.md. Pools share leases, quotas and API keys, see docs/ci.md. @default none; this gateway or pool shares nothing
   */
  redis?: SettingInput<'redis'> | undefined;
  /**
   * Seconds in which /ready answers 503, but requests are served, before a gateway closes. Afterwards the gateway takes no new connections,
   * and waits for the requests that still run. @default 0
   */
  drainSeconds?: SettingInput<'drainSeconds'> | undefined;
  /** History of the Stacks chain. */
  history?:
    | {
        /** Number of Stacks blocks that /extended and websockets know; older ones are forgotten. @default all */
        keep?: SettingInput<'history.keep'> | undefined;
      }
    | undefined;
  /** Proxy with a trusted X-Forwarded-For header. @default none */
  trustedProxies?: SettingInput<'trustedProxies'> | undefined;
  /** Bitcoin RPC. */
  bitcoin?:
    | {
        /** User name of the Bitcoin RPC. @default 'devnet' */
        rpcUser?: SettingInput<'bitcoin.rpcUser'> | undefined;
        /** Password of the Bitcoin RPC. @default 'devnet' */
        rpcPassword?: SettingInput<'bitcoin.rpcPassword'> | undefined;
        /** Folder in which backupwallet, restorewallet and importmempool of the embedded Bitcoin node may use files. @default none */
        files?: SettingInput<'bitcoin.files'> | undefined;
      }
    | undefined;
  /** Event observer of the Stacks node. @default none */
  eventObservers?: SettingInput<'eventObservers'> | undefined;
  /** Address whose transactions need no signature, on the embedded engine. @default none */
  impersonate?: SettingInput<'impersonate'> | undefined;
  /** Programs of the native engine. */
  binaries?:
    | {
        /** Bitcoind of the native engine. @default `BITCOIND` in the environment, else bitcoind on `PATH` */
        bitcoind?: SettingInput<'binaries.bitcoind'> | undefined;
        /** Stacks-node of the native engine. @default `STACKS_NODE` in the environment, else stacks-node on `PATH` */
        stacksNode?: SettingInput<'binaries.stacksNode'> | undefined;
        /** Stacks-signer of the native engine. @default `STACKS_SIGNER` in the environment, else stacks-signer on `PATH` */
        stacksSigner?: SettingInput<'binaries.stacksSigner'> | undefined;
      }
    | undefined;
  /** Images of the docker engine. */
  images?:
    | {
        /** Image with bitcoind, for the docker engine. @default the one in the package's `compose/compose.yaml` */
        bitcoind?: SettingInput<'images.bitcoind'> | undefined;
        /** Image with stacks-node, for the docker engine. @default the one in the package's `compose/compose.yaml` */
        stacksNode?: SettingInput<'images.stacksNode'> | undefined;
        /** Image with stacks-signer, for the docker engine. @default the one in the package's `compose/compose.yaml` */
        stacksSigner?: SettingInput<'images.stacksSigner'> | undefined;
        /**
         * Image of this program, for networks on a Docker Swarm. `docker build -f compose/Dockerfile` makes it. @default 'stacks-devnet'
         */
        devnet?: SettingInput<'images.devnet'> | undefined;
      }
    | undefined;
  /** Network as a service of a Docker Swarm. */
  docker?:
    | {
        /**
         * Whether the network is a service of the Docker Swarm whose manager is the container engine. See docs/shared-network.md.
         * @default false
         */
        swarm?: SettingInput<'docker.swarm'> | undefined;
        /** Constraint on the machines of a Swarm that may run the network. @default none */
        constraints?: SettingInput<'docker.constraints'> | undefined;
        /** Processors that a network on a Swarm may use; an eighth of them is reserved. @default 2 */
        cpus?: SettingInput<'docker.cpus'> | undefined;
        /** MiB that a network on a Swarm may use; half of them are reserved. @default 768; 4096 with real nodes */
        memory?: SettingInput<'docker.memory'> | undefined;
      }
    | undefined;
  /** Docker engine in compose/compose.yaml. */
  compose?:
    | {
        /**
         * Folder shared with the containers of compose/compose.yaml, in which the docker engine runs the nodes. @default none; the engine
         * creates its containers
         */
        folder?: SettingInput<'compose.folder'> | undefined;
      }
    | undefined;
  /** Nodes of the external engine. */
  external?:
    | {
        /**
         * Bitcoind of the external engine, as http://user:password@host:port. Without user name and password, `bitcoin.rpcUser` and
         * `bitcoin.rpcPassword` are used. @default none
         */
        bitcoinRpc?: SettingInput<'external.bitcoinRpc'> | undefined;
        /** Stacks-node of the external engine, or a Stacks API in front of one. @default none */
        stacksRpc?: SettingInput<'external.stacksRpc'> | undefined;
        /**
         * Token of the external engine's stacks-node (its auth_token), to replay blocks for receipts. @default none; some receipts lack the
         * outcome of contract calls
         */
        stacksToken?: SettingInput<'external.stacksToken'> | undefined;
      }
    | undefined;
  /** What boots keep. */
  cache?:
    | boolean
    | {
        /** Folder of what boots keep. @default the user's cache directory */
        dir?: SettingInput<'cache.dir'> | undefined;
        /** Whether boots keep anything; otherwise every boot is slow. @default true */
        enabled?: SettingInput<'cache.enabled'> | undefined;
      }
    | undefined;
  /**
   * How much up prints. `error` prints failures, `warn` also warnings, `info` also boot steps, blocks and transactions, `debug` also
   * requests to the gateway. In code nothing is printed. @default 'info'
   */
  logLevel?: SettingInput<'logLevel'> | undefined;
  /**
   * URL of a pool ("stacks-devnet pool") that networks are taken from instead of starting them. In code, too, `DEVNET_POOL` sets it. See
   * docs/ci.md. @default none; networks start here
   */
  pool?: SettingInput<'pool'> | undefined;
  /** API key of this program's team at the pool. In code, too, `DEVNET_POOL_KEY` sets it. @default none */
  poolKey?: SettingInput<'poolKey'> | undefined;
};

/** The complete configuration: every value is checked, and defaults are filled in. Amounts are base units. */
export type ResolvedConfig = {
  /**
   * Engine that runs the nodes. `embedded` runs both nodes in this process. `native` runs real nodes as processes, `docker` runs them as
   * containers. `external` connects to nodes that already run, at the URLs in `external`. @default 'embedded'
   */
  engine: SettingValue<'engine'>;
  /** Interface that the gateway and both nodes listen on. @default '127.0.0.1' */
  host: SettingValue<'host'>;
  /**
   * Name of this machine in the Host header, besides localhost, its addresses, names without a dot and `host`. Requests with other names
   * are refused at `/devnet/v1` and at the Bitcoin RPC: a page of the web can point its own name at this machine (DNS rebinding).
   * @default none
   */
  allowedHosts: SettingValue<'allowedHosts'>;
  ports: {
    /** Port of the HTTP gateway. @default a free port */
    gateway: SettingValue<'ports.gateway'>;
    /** Port of the Stacks RPC. @default a free port */
    stacks: SettingValue<'ports.stacks'>;
    /** Port of the Bitcoin RPC. @default a free port */
    bitcoin: SettingValue<'ports.bitcoin'>;
    /**
     * Port of the embedded Bitcoin node for other Bitcoin nodes. It serves Bitcoin's peer-to-peer protocol: see docs/bitcoin.md. @default
     * none; `node bitcoin` takes the port after its RPC, 18444
     */
    bitcoinPeers: SettingValue<'ports.bitcoinPeers'>;
    /** Port of sBTC's Emily API, conventionally 3031. @default none; `/emily` of the gateway serves the same */
    emily: SettingValue<'ports.emily'>;
    /** Port of the Electrum server, if there is one. @default a free port */
    electrum: SettingValue<'ports.electrum'>;
  };
  electrum: {
    /** Whether wallets get an Electrum server, over TCP and WebSocket on one port. See docs/bitcoin.md. @default false */
    enabled: SettingValue<'electrum.enabled'>;
  };
  accounts: {
    /** BIP39 words that all accounts derive from. @default the standard Clarinet accounts */
    mnemonic: SettingValue<'accounts.mnemonic'>;
    /** Number of funded accounts, at most 9 without a mnemonic. @default 9 */
    count: SettingValue<'accounts.count'>;
    /**
     * Accounts by name, instead of deployer, wallet_1 and so on. Each has a `mnemonic`, and may have a `derivation` (by default
     * `m/44'/5757'/0'/0/0`), a `balance` in micro-STX and an `sbtcBalance` in sats. @default none
     */
    named: SettingValue<'accounts.named'>;
  };
  /** Genesis balance of a Stacks principal in micro-STX. It replaces the default balance of an account with that address. @default none */
  balances: SettingValue<'balances'>;
  /**
   * Contracts that exist at genesis, on the embedded engine. List a contract after those that it calls. `deployer` is an address; its nonce
   * does not change. `path` names the source in the report of `coverage`. @default none
   */
  contracts: SettingValue<'contracts'>;
  /**
   * File for the coverage of contracts, in LCOV format, on the embedded engine. It is written when the network closes, and on request.
   * Contracts need a `path`: see docs/coverage.md. @default none
   */
  coverage: SettingValue<'coverage'>;
  /**
   * Port of the debugger for contracts, which speaks the Debug Adapter Protocol, on the embedded engine. 0 selects a free one, which
   * `status` reports. See docs/debug.md. @default none
   */
  dap: SettingValue<'dap'>;
  /**
   * File with the state of the network: loaded at the start if it exists, and kept while the network runs, also if it is killed. On the
   * embedded engine. The file has private keys. See docs/state.md. @default none; the state ends with the network
   */
  state: SettingValue<'state'>;
  /** File with a state to start from; it stays as it is. @default none */
  loadState: SettingValue<'loadState'>;
  /** File for the state at the end of the network. @default none */
  dumpState: SettingValue<'dumpState'>;
  /**
   * Stacks node whose boot contracts the embedded engine takes. They are read once and stay in the cache. Those of this package are as
   * stacks-node 4.0.2 has them: see docs/embedded.md. @default those of this package
   */
  bootContracts: SettingValue<'bootContracts'>;
  /** Stacks epoch after the boot, by default mainnet's; real nodes support 3.0 and later. @default '4.0' */
  epoch: SettingValue<'epoch'>;
  /**
   * Heights at which the network begins: its own, or those of a simnet, on the embedded engine. `simnet`: both chains have the heights that
   * the simnet of clarinet-sdk 3.21 has after it deployed the project, block 2 with contracts of one epoch. No account has BTC then,
   * because no coinbase is mature before Bitcoin block 101. See docs/clarinet.md. @default 'network'
   */
  heights: SettingValue<'heights'>;
  /**
   * Bitcoin height at which an epoch begins, on the embedded engine. The first epoch is the one in which the network begins, from 2.5 on,
   * at height 0; it replaces `epoch`. A fork begins in the epoch of its origin. See docs/money-and-time.md. @default none: the network
   * stays in `epoch`
   */
  epochs: SettingValue<'epochs'>;
  sbtc: {
    /**
     * Whether the network has sBTC. @default `true` on the embedded engine and in epoch 4.0, else `false`; `false` on the external engine
     * and on forks
     */
    enabled: SettingValue<'sbtc.enabled'>;
    /**
     * Address that deploys sBTC's contracts. The default is the one of `SbtcApiClientDevenv` of the npm package `sbtc`.
     * @default 'SN3R84XZYA63QS28932XQF3G1J8R9PC3W76P9CSQS'
     */
    deployer: SettingValue<'sbtc.deployer'>;
    /**
     * Genesis balance of a Stacks principal in sats of sBTC. It replaces the default balance of an account with that address. @default 10
     * sBTC for each account
     */
    balances: SettingValue<'sbtc.balances'>;
    /**
     * Folder with the sources of sBTC's contracts. It has the five sources as `sbtc-token.clar` or, as in the requirement cache of
     * Clarinet, `SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4.sbtc-token.clar`. @default those of this package
     */
    contracts: SettingValue<'sbtc.contracts'>;
    bridge: {
      /**
       * When the bridge acts. `auto` serves a deposit or withdrawal as soon as it can, `manual` only when `devnet.sbtc.step()` is called.
       * @default 'auto'
       */
      mode: SettingValue<'sbtc.bridge.mode'>;
      /** Sats for a virtual byte of the bridge's Bitcoin transactions. @default 2 */
      feeRate: SettingValue<'sbtc.bridge.feeRate'>;
      /** Confirmations of a deposit before it is swept. @default 1 */
      depositConfirmations: SettingValue<'sbtc.bridge.depositConfirmations'>;
      /** Confirmations of a sweep before its deposits are minted and its withdrawals accepted. @default 1 */
      sweepConfirmations: SettingValue<'sbtc.bridge.sweepConfirmations'>;
      /**
       * Bitcoin blocks after the request of a withdrawal before it is paid. Mainnet waits for 6. A reorganisation that is deeper can undo a
       * request that is paid already. @default 0
       */
      withdrawalConfirmations: SettingValue<'sbtc.bridge.withdrawalConfirmations'>;
      /** Bitcoin blocks after which a withdrawal that cannot be paid is rejected. @default 24 */
      withdrawalExpiry: SettingValue<'sbtc.bridge.withdrawalExpiry'>;
    };
  };
  pox: {
    /** Bitcoin blocks of a reward cycle, including its prepare phase. @default 20 */
    rewardLength: SettingValue<'pox.rewardLength'>;
    /** Bitcoin blocks of the prepare phase. @default 5 */
    prepareLength: SettingValue<'pox.prepareLength'>;
  };
  readOnly: {
    /**
     * Maximum runtime of a read-only call. Calls beyond a limit fail with `CostBalanceExceeded`. On the embedded engine the budget of a
     * block is a limit, too. @default 1000000000, as a node's
     */
    runtime: SettingValue<'readOnly.runtime'>;
    /** Maximum number of reads of a read-only call. @default 100, as a node's */
    readCount: SettingValue<'readOnly.readCount'>;
    /** Maximum number of bytes that a read-only call reads. @default 200000, as a node's */
    readLength: SettingValue<'readOnly.readLength'>;
    /**
     * Maximum number of writes of a read-only call. A node takes 0 whatever its configuration says, and so does the embedded engine.
     * @default 0, as a node's
     */
    writeCount: SettingValue<'readOnly.writeCount'>;
    /**
     * Maximum number of bytes that a read-only call writes. A node takes 0 whatever its configuration says, and so does the embedded
     * engine. @default 0, as a node's
     */
    writeLength: SettingValue<'readOnly.writeLength'>;
  };
  /** Number of stacks-signers that sign blocks, on the native and docker engines. @default 1 */
  signers: SettingValue<'signers'>;
  mining: {
    /** When to mine Stacks blocks. `auto` mines a block as soon as a transaction is pending, `manual` only on request. @default 'auto' */
    stacks: SettingValue<'mining.stacks'>;
    /**
     * When to mine Bitcoin blocks. `auto` mines a block as soon as a transaction is pending, `manual` only on request. @default `auto`;
     * `manual` on the external engine
     */
    bitcoin: SettingValue<'mining.bitcoin'>;
  };
  fork: {
    /**
     * Running Stacks network whose state the embedded engine continues. A Stacks node, or a Stacks API in front of one; a height may follow
     * after `@`. See docs/fork.md. @default none; the network begins with its own genesis
     */
    url: SettingValue<'fork.url'>;
    /** Stacks height from which the fork continues. @default the origin's tip; offline, the block of the last fork */
    height: SettingValue<'fork.height'>;
    bitcoin: {
      /**
       * Esplora server of the Bitcoin network whose chain the embedded engine continues. Of mainnet, testnet, signet or regtest; a height
       * may follow after `@`. See docs/fork.md. @default none; the Bitcoin chain begins with its own genesis
       */
      url: SettingValue<'fork.bitcoin.url'>;
      /**
       * Bitcoin height from which the fork continues. @default with `fork.url`, the Bitcoin block of its Stacks block; else the origin's
       * tip; offline, the block of the last fork
       */
      height: SettingValue<'fork.bitcoin.height'>;
    };
    /** Whether the fork uses only its cache and sends no requests. @default false */
    offline: SettingValue<'fork.offline'>;
    /** Key that the fork sends to its origin in the header x-api-key. @default `HIRO_API_KEY` in the environment, else none */
    apiKey: SettingValue<'fork.apiKey'>;
    /** Milliseconds that a request to the origin may take. @default 10000 */
    timeout: SettingValue<'fork.timeout'>;
  };
  /**
   * Clarinet project whose contracts and accounts the network has. A folder with `Clarinet.toml`, or the path of that file; `false` for
   * none. The settings of the project come after those of all other sources. @default the project in the working directory or above it; in
   * code none
   */
  project: SettingValue<'project'>;
  /**
   * Deployment plan of the project to follow. See docs/clarinet.md. @default `deployments/default.devnet-plan.yaml` of the project if it
   * does more than deploy the contracts of the project
   */
  plan: SettingValue<'plan'>;
  requirements: {
    /**
     * Stacks API or node that has the requirements of the project. Only requirements that are not in the cache of the project are fetched,
     * once. @default Hiro's API, `https://api.hiro.so` for mainnet and `https://api.testnet.hiro.so` for testnet
     */
    api: SettingValue<'requirements.api'>;
    /** Whether to fetch requirements that are not in the cache of the project. @default true */
    fetch: SettingValue<'requirements.fetch'>;
  };
  faucet: {
    btc: {
      /** Whether the BTC faucet pays; if not, it answers 403. @default true */
      enabled: SettingValue<'faucet.btc.enabled'>;
      /** Sats of one payment. @default 100000000 (1 BTC) */
      amount: SettingValue<'faucet.btc.amount'>;
      /** Private keys that pay; without any, the faucet answers 403. @default funded keys of the network */
      keys: SettingValue<'faucet.btc.keys'>;
    };
    stx: {
      /** Whether the STX faucet pays; if not, it answers 403. @default true */
      enabled: SettingValue<'faucet.stx.enabled'>;
      /** Micro-STX of one payment. @default 500000000 (500 STX) */
      amount: SettingValue<'faucet.stx.amount'>;
      /** Private keys that pay; without any, the faucet answers 403. @default funded keys of the network */
      keys: SettingValue<'faucet.stx.keys'>;
    };
    sbtc: {
      /** Whether the sBTC faucet pays; if not, it answers 403. @default true */
      enabled: SettingValue<'faucet.sbtc.enabled'>;
      /** Sats of one payment. @default 1000000 (0.01 sBTC) */
      amount: SettingValue<'faucet.sbtc.amount'>;
      /** Private keys that pay; without any, the faucet answers 403. @default funded keys of the network */
      keys: SettingValue<'faucet.sbtc.keys'>;
    };
  };
  page: {
    /** Whether browsers get a page at /. @default true */
    enabled: SettingValue<'page.enabled'>;
  };
  x402: {
    /** Whether there is an x402 facilitator at /x402. See docs/agents.md. @default true */
    enabled: SettingValue<'x402.enabled'>;
  };
  metadata: {
    /** Whether /metadata/v1 fetches http: and ipfs: URIs of tokens; data: URIs are always read. @default false */
    fetch: SettingValue<'metadata.fetch'>;
    /** URL that ipfs: URIs of tokens are fetched at. @default 'https://ipfs.io/ipfs/' */
    ipfsGateway: SettingValue<'metadata.ipfsGateway'>;
  };
  control: {
    /** Whether /devnet/v1 answers. @default true */
    enabled: SettingValue<'control.enabled'>;
    /** Key that lets other machines call /devnet/v1. @default none; only this machine may call */
    key: SettingValue<'control.key'>;
    /** Origin of web pages that may call /devnet/v1. @default none */
    origins: SettingValue<'control.origins'>;
    /** Bytes of the largest state that POST /devnet/v1/load takes. @default 268435456 (256 MiB) */
    stateLimit: SettingValue<'control.stateLimit'>;
  };
  /**
   * Limits on requests and faucet payments: off, standard, or rates per route. An object has rates such as `5/1m` by route; other routes
   * keep their rates of `standard`. @default 'off'
   */
  rateLimit: SettingValue<'rateLimit'>;
  /** File that keeps the counts of rate limits over a restart. @default none; counts end with the process */
  rateLimitFile: SettingValue<'rateLimitFile'>;
  /** Bits of an IPv6 address that rate limits take for one client: a provider gives each customer a /64 or more. @default 64 */
  rateLimitIpv6Prefix: SettingValue<'rateLimitIpv6Prefix'>;
  apiKeys: {
    /** Name in the header x-<name>-api-key, an alternative to x-api-key and x-hiro-api-key. @default 'service' */
    service: SettingValue<'apiKeys.service'>;
    /** File with the hashes of API keys; see "keys create". @default api-keys.json in the user's state directory */
    file: SettingValue<'apiKeys.file'>;
    /** Factor by which an API key multiplies rate limits. @default 10 */
    factor: SettingValue<'apiKeys.factor'>;
  };
  /**
   * Redis that the replicas of a gateway or of a pool share, as redis://user:password@host:port/database. A gateway needs the external
   * engine. Rate limits, API keys, faucets and the numbers of events are then the same for all gateways of the network, see
   * docs/shared-network.md. Pools share leases, quotas and API keys, see docs/ci.md. @default none; this gateway or pool shares nothing
   */
  redis: SettingValue<'redis'>;
  /**
   * Seconds in which /ready answers 503, but requests are served, before a gateway closes. Afterwards the gateway takes no new connections,
   * and waits for the requests that still run. @default 0
   */
  drainSeconds: SettingValue<'drainSeconds'>;
  history: {
    /** Number of Stacks blocks that /extended and websockets know; older ones are forgotten. @default all */
    keep: SettingValue<'history.keep'>;
  };
  /** Proxy with a trusted X-Forwarded-For header. @default none */
  trustedProxies: SettingValue<'trustedProxies'>;
  bitcoin: {
    /** User name of the Bitcoin RPC. @default 'devnet' */
    rpcUser: SettingValue<'bitcoin.rpcUser'>;
    /** Password of the Bitcoin RPC. @default 'devnet' */
    rpcPassword: SettingValue<'bitcoin.rpcPassword'>;
    /** Folder in which backupwallet, restorewallet and importmempool of the embedded Bitcoin node may use files. @default none */
    files: SettingValue<'bitcoin.files'>;
  };
  /** Event observer of the Stacks node. @default none */
  eventObservers: SettingValue<'eventObservers'>;
  /** Address whose transactions need no signature, on the embedded engine. @default none */
  impersonate: SettingValue<'impersonate'>;
  binaries: {
    /** Bitcoind of the native engine. @default `BITCOIND` in the environment, else bitcoind on `PATH` */
    bitcoind: SettingValue<'binaries.bitcoind'>;
    /** Stacks-node of the native engine. @default `STACKS_NODE` in the environment, else stacks-node on `PATH` */
    stacksNode: SettingValue<'binaries.stacksNode'>;
    /** Stacks-signer of the native engine. @default `STACKS_SIGNER` in the environment, else stacks-signer on `PATH` */
    stacksSigner: SettingValue<'binaries.stacksSigner'>;
  };
  images: {
    /** Image with bitcoind, for the docker engine. @default the one in the package's `compose/compose.yaml` */
    bitcoind: SettingValue<'images.bitcoind'>;
    /** Image with stacks-node, for the docker engine. @default the one in the package's `compose/compose.yaml` */
    stacksNode: SettingValue<'images.stacksNode'>;
    /** Image with stacks-signer, for the docker engine. @default the one in the package's `compose/compose.yaml` */
    stacksSigner: SettingValue<'images.stacksSigner'>;
    /** Image of this program, for networks on a Docker Swarm. `docker build -f compose/Dockerfile` makes it. @default 'stacks-devnet' */
    devnet: SettingValue<'images.devnet'>;
  };
  docker: {
    /**
     * Whether the network is a service of the Docker Swarm whose manager is the container engine. See docs/shared-network.md.
     * @default false
     */
    swarm: SettingValue<'docker.swarm'>;
    /** Constraint on the machines of a Swarm that may run the network. @default none */
    constraints: SettingValue<'docker.constraints'>;
    /** Processors that a network on a Swarm may use; an eighth of them is reserved. @default 2 */
    cpus: SettingValue<'docker.cpus'>;
    /** MiB that a network on a Swarm may use; half of them are reserved. @default 768; 4096 with real nodes */
    memory: SettingValue<'docker.memory'>;
  };
  compose: {
    /**
     * Folder shared with the containers of compose/compose.yaml, in which the docker engine runs the nodes. @default none; the engine
     * creates its containers
     */
    folder: SettingValue<'compose.folder'>;
  };
  external: {
    /**
     * Bitcoind of the external engine, as http://user:password@host:port. Without user name and password, `bitcoin.rpcUser` and
     * `bitcoin.rpcPassword` are used. @default none
     */
    bitcoinRpc: SettingValue<'external.bitcoinRpc'>;
    /** Stacks-node of the external engine, or a Stacks API in front of one. @default none */
    stacksRpc: SettingValue<'external.stacksRpc'>;
    /**
     * Token of the external engine's stacks-node (its auth_token), to replay blocks for receipts. @default none; some receipts lack the
     * outcome of contract calls
     */
    stacksToken: SettingValue<'external.stacksToken'>;
  };
  cache: {
    /** Folder of what boots keep. @default the user's cache directory */
    dir: SettingValue<'cache.dir'>;
    /** Whether boots keep anything; otherwise every boot is slow. @default true */
    enabled: SettingValue<'cache.enabled'>;
  };
  /**
   * How much up prints. `error` prints failures, `warn` also warnings, `info` also boot steps, blocks and transactions, `debug` also
   * requests to the gateway. In code nothing is printed. @default 'info'
   */
  logLevel: SettingValue<'logLevel'>;
  /**
   * URL of a pool ("stacks-devnet pool") that networks are taken from instead of starting them. In code, too, `DEVNET_POOL` sets it. See
   * docs/ci.md. @default none; networks start here
   */
  pool: SettingValue<'pool'>;
  /** API key of this program's team at the pool. In code, too, `DEVNET_POOL_KEY` sets it. @default none */
  poolKey: SettingValue<'poolKey'>;
};
