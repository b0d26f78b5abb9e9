import { MODES, RANGES } from '../../../sbtc/bridge.js';
import { DEFAULT_DEPLOYER } from '../../../sbtc/signers.js';
import { engineNames, READ_ONLY_LIMITS } from '../../../stacks/engine.js';
import { balances } from '../amounts.js';
import { contracts } from '../contracts.js';
import { allowedHost, host, nodeUrl, port } from '../endpoints.js';
import { EPOCHS, epochHeights } from '../epochs.js';
import { type DefaultContext, defineSetting } from '../setting.js';
import { list } from '../value-type.js';
import { address, miningMode, oneOf, path, text, truth, wholeNumber } from '../value-types.js';

/** The ports of `up` and `node`; in code, the default is free ports. */
export const conventionalPorts = { gateway: 3999, stacks: 20443, bitcoin: 18443 } as const;
/** That of the Electrum server of `up` and `node bitcoin`. */
export const conventionalElectrumPort = 50_001;

/** A limit of read-only calls: nobody but the operator configures external nodes. */
const readLimit = (byDefault: number, help: string, details?: string) =>
  defineSetting({
    ofNetwork: true,
    kind: wholeNumber(0, Number.MAX_SAFE_INTEGER),
    default: ({ engine }: DefaultContext) => (engine === 'external' ? undefined : byDefault),
    defaultText: `${byDefault}, as a node's`,
    help,
    details,
  });
const noWrites = 'A node takes 0 whatever its configuration says, and so does the embedded engine.';

const whyNoOlderEpoch = 'in 2.0 and 2.05 the embedded VM cannot report locked amounts, and transfers would lose their memos';

/** The network itself: its engine, ports, accounts and rules. */
export const networkSettings = {
  engine: defineSetting({
    ofNetwork: true,
    kind: oneOf(engineNames),
    default: 'embedded',
    help: 'engine that runs the nodes',
    details:
      '`embedded` runs both nodes in this process. `native` runs real nodes as processes, `docker` runs them as containers. ' +
      '`external` connects to nodes that already run, at the URLs in `external`.',
  }),
  host: defineSetting({
    ofNetwork: false,
    kind: host,
    default: '127.0.0.1',
    help: 'interface that the gateway and both nodes listen on',
  }),
  allowedHosts: defineSetting({
    ofNetwork: false,
    kind: list(allowedHost, 'a list of host names'),
    default: [],
    defaultText: 'none',
    help: 'name of this machine in the Host header, besides localhost, its addresses, names without a dot and `host`',
    details:
      'Requests with other names are refused at `/devnet/v1` and at the Bitcoin RPC: ' +
      'a page of the web can point its own name at this machine (DNS rebinding).',
    flag: '--allowed-host',
    repeatable: true,
  }),
  'ports.gateway': defineSetting({
    ofNetwork: false,
    kind: port,
    default: 0,
    commandLineDefault: conventionalPorts.gateway,
    defaultText: 'a free port',
    help: 'port of the HTTP gateway',
  }),
  'ports.stacks': defineSetting({
    ofNetwork: false,
    kind: port,
    default: 0,
    commandLineDefault: conventionalPorts.stacks,
    defaultText: 'a free port',
    help: 'port of the Stacks RPC',
  }),
  'ports.bitcoin': defineSetting({
    ofNetwork: false,
    kind: port,
    default: 0,
    commandLineDefault: conventionalPorts.bitcoin,
    defaultText: 'a free port',
    help: 'port of the Bitcoin RPC',
  }),
  'ports.bitcoinPeers': defineSetting({
    ofNetwork: false,
    kind: port,
    defaultText: 'none; `node bitcoin` takes the port after its RPC, 18444',
    help: 'port of the embedded Bitcoin node for other Bitcoin nodes',
    details: "It serves Bitcoin's peer-to-peer protocol: see docs/bitcoin.md.",
  }),
  'ports.emily': defineSetting({
    ofNetwork: false,
    kind: port,
    defaultText: 'none; `/emily` of the gateway serves the same',
    help: "port of sBTC's Emily API, conventionally 3031",
  }),
  'ports.electrum': defineSetting({
    ofNetwork: false,
    kind: port,
    default: 0,
    commandLineDefault: conventionalElectrumPort,
    defaultText: 'a free port',
    help: 'port of the Electrum server, if there is one',
  }),
  'electrum.enabled': defineSetting({
    ofNetwork: false,
    kind: truth,
    default: false,
    help: 'whether wallets get an Electrum server, over TCP and WebSocket on one port',
    details: 'See docs/bitcoin.md.',
    flag: '--electrum',
    isSwitch: true,
  }),
  'accounts.mnemonic': defineSetting({
    ofNetwork: true,
    kind: text({
      expected: '12, 15, 18, 21 or 24 BIP39 words',
      placeholder: 'words',
      pattern: /^(?:[a-z]+ ){11}(?:(?:[a-z]+ ){3}){0,4}[a-z]+$/,
      secret: true,
    }),
    defaultText: 'the standard Clarinet accounts',
    help: 'BIP39 words that all accounts derive from',
  }),
  'accounts.count': defineSetting({
    ofNetwork: true,
    kind: wholeNumber(1, 100),
    default: 9,
    help: 'number of funded accounts, at most 9 without a mnemonic',
  }),
  balances: defineSetting({
    ofNetwork: true,
    kind: balances('micro-STX'),
    default: {},
    defaultText: 'none',
    help: 'genesis balance of a Stacks principal in micro-STX',
    details: 'It replaces the default balance of an account with that address.',
    flag: '--balance',
    repeatable: true,
  }),
  contracts: defineSetting({
    ofNetwork: true,
    kind: contracts,
    default: [],
    defaultText: 'none',
    help: 'contracts that exist at genesis, on the embedded engine',
    details:
      'List a contract after those that it calls. `deployer` is an address; its nonce does not change. ' +
      '`path` names the source in the report of `coverage`.',
    codeOnly: true,
  }),
  coverage: defineSetting({
    ofNetwork: true,
    kind: path,
    defaultText: 'none',
    help: 'file for the coverage of contracts, in LCOV format, on the embedded engine',
    details: 'It is written when the network closes, and on request. Contracts need a `path`: see docs/coverage.md.',
  }),
  dap: defineSetting({
    ofNetwork: false,
    kind: port,
    defaultText: 'none',
    help: 'port of the debugger for contracts, which speaks the Debug Adapter Protocol, on the embedded engine',
    details: '0 selects a free one, which `status` reports. See docs/debug.md.',
  }),
  state: defineSetting({
    ofNetwork: false,
    kind: path,
    defaultText: 'none; the state ends with the network',
    help: 'file with the state of the network: loaded at the start if it exists, and kept while the network runs, also if it is killed',
    details: 'On the embedded engine. The file has private keys. See docs/state.md.',
  }),
  loadState: defineSetting({
    ofNetwork: false,
    kind: path,
    defaultText: 'none',
    help: 'file with a state to start from; it stays as it is',
  }),
  dumpState: defineSetting({
    ofNetwork: false,
    kind: path,
    defaultText: 'none',
    help: 'file for the state at the end of the network',
  }),
  bootContracts: defineSetting({
    ofNetwork: true,
    kind: nodeUrl({ expected: 'the URL of a Stacks node or API, such as http://127.0.0.1:20443', credentials: false }),
    defaultText: 'those of this package',
    help: 'Stacks node whose boot contracts the embedded engine takes',
    details: 'They are read once and stay in the cache. Those of this package are as stacks-node 4.0.2 has them: see docs/embedded.md.',
  }),
  epoch: defineSetting({
    ofNetwork: true,
    kind: oneOf(EPOCHS, whyNoOlderEpoch),
    default: '4.0',
    help: "Stacks epoch after the boot, by default mainnet's; real nodes support 3.0 and later",
  }),
  heights: defineSetting({
    ofNetwork: true,
    kind: oneOf(['network', 'simnet']),
    default: 'network',
    help: 'heights at which the network begins: its own, or those of a simnet, on the embedded engine',
    details:
      '`simnet`: both chains have the heights that the simnet of clarinet-sdk 3.21 has after it deployed the project, ' +
      'block 2 with contracts of one epoch. No account has BTC then, because no coinbase is mature before Bitcoin block 101. ' +
      'See docs/clarinet.md.',
  }),
  epochs: defineSetting({
    ofNetwork: true,
    kind: epochHeights,
    default: {},
    defaultText: 'none: the network stays in `epoch`',
    help: 'Bitcoin height at which an epoch begins, on the embedded engine',
    details:
      'The first epoch is the one in which the network begins, from 2.5 on, at height 0; it replaces `epoch`. ' +
      'A fork begins in the epoch of its origin. See docs/money-and-time.md.',
  }),
  'sbtc.enabled': defineSetting({
    ofNetwork: true,
    kind: truth,
    // Real nodes take seconds to deploy it, and need it in 4.0.
    // A fork has what its origin has.
    default: ({ engine, epoch, isFork }) => (engine === 'embedded' ? !isFork : engine !== 'external' && epoch === '4.0'),
    defaultText: '`true` on the embedded engine and in epoch 4.0, else `false`; `false` on the external engine and on forks',
    help: 'whether the network has sBTC',
    flag: '--sbtc',
    negatable: true,
  }),
  'sbtc.deployer': defineSetting({
    ofNetwork: true,
    kind: address,
    default: DEFAULT_DEPLOYER,
    help: "address that deploys sBTC's contracts",
    details: 'The default is the one of `SbtcApiClientDevenv` of the npm package `sbtc`.',
  }),
  'sbtc.balances': defineSetting({
    ofNetwork: true,
    kind: balances('sats'),
    default: {},
    defaultText: '10 sBTC for each account',
    help: 'genesis balance of a Stacks principal in sats of sBTC',
    details: 'It replaces the default balance of an account with that address.',
    flag: '--sbtc-balance',
    repeatable: true,
  }),
  'sbtc.contracts': defineSetting({
    ofNetwork: true,
    kind: path,
    defaultText: 'those of this package',
    help: "folder with the sources of sBTC's contracts",
    details:
      'It has the five sources as `sbtc-token.clar` or, as in the requirement cache of Clarinet, ' +
      '`SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4.sbtc-token.clar`.',
  }),
  'sbtc.bridge.mode': defineSetting({
    ofNetwork: true,
    kind: oneOf(MODES),
    default: 'auto',
    help: 'when the bridge acts',
    details: '`auto` serves a deposit or withdrawal as soon as it can, `manual` only when `devnet.sbtc.step()` is called.',
  }),
  'sbtc.bridge.feeRate': defineSetting({
    ofNetwork: true,
    kind: wholeNumber(...RANGES.feeRate),
    default: 2,
    help: "sats for a virtual byte of the bridge's Bitcoin transactions",
  }),
  'sbtc.bridge.depositConfirmations': defineSetting({
    ofNetwork: true,
    kind: wholeNumber(...RANGES.depositConfirmations),
    default: 1,
    help: 'confirmations of a deposit before it is swept',
  }),
  'sbtc.bridge.sweepConfirmations': defineSetting({
    ofNetwork: true,
    kind: wholeNumber(...RANGES.sweepConfirmations),
    default: 1,
    help: 'confirmations of a sweep before its deposits are minted and its withdrawals accepted',
  }),
  'sbtc.bridge.withdrawalConfirmations': defineSetting({
    ofNetwork: true,
    kind: wholeNumber(...RANGES.withdrawalConfirmations),
    default: 0,
    help: 'Bitcoin blocks after the request of a withdrawal before it is paid',
    details: 'Mainnet waits for 6. A reorganisation that is deeper can undo a request that is paid already.',
  }),
  'sbtc.bridge.withdrawalExpiry': defineSetting({
    ofNetwork: true,
    kind: wholeNumber(...RANGES.withdrawalExpiry),
    default: 24,
    help: 'Bitcoin blocks after which a withdrawal that cannot be paid is rejected',
  }),
  'pox.rewardLength': defineSetting({
    ofNetwork: true,
    kind: wholeNumber(2, 10_000),
    default: 20,
    help: 'Bitcoin blocks of a reward cycle, including its prepare phase',
  }),
  'pox.prepareLength': defineSetting({
    ofNetwork: true,
    kind: wholeNumber(1, 1_000),
    default: 5,
    help: 'Bitcoin blocks of the prepare phase',
  }),
  'readOnly.runtime': readLimit(
    READ_ONLY_LIMITS.runtime,
    'maximum runtime of a read-only call',
    'Calls beyond a limit fail with `CostBalanceExceeded`. On the embedded engine the budget of a block is a limit, too.',
  ),
  'readOnly.readCount': readLimit(READ_ONLY_LIMITS.readCount, 'maximum number of reads of a read-only call'),
  'readOnly.readLength': readLimit(READ_ONLY_LIMITS.readLength, 'maximum number of bytes that a read-only call reads'),
  'readOnly.writeCount': readLimit(READ_ONLY_LIMITS.writeCount, 'maximum number of writes of a read-only call', noWrites),
  'readOnly.writeLength': readLimit(READ_ONLY_LIMITS.writeLength, 'maximum number of bytes that a read-only call writes', noWrites),
  signers: defineSetting({
    ofNetwork: true,
    kind: wholeNumber(1, 16),
    default: 1,
    help: 'number of stacks-signers that sign blocks, on the native and docker engines',
  }),
  'mining.stacks': defineSetting({
    ofNetwork: false,
    kind: miningMode,
    default: 'auto',
    help: 'when to mine Stacks blocks',
    details: '`auto` mines a block as soon as a transaction is pending, `manual` only on request.',
  }),
  'mining.bitcoin': defineSetting({
    ofNetwork: false,
    kind: miningMode,
    // Only the operator of external nodes decides when they mine.
    default: ({ engine }) => (engine === 'external' ? 'manual' : 'auto'),
    defaultText: '`auto`; `manual` on the external engine',
    help: 'when to mine Bitcoin blocks',
    details: '`auto` mines a block as soon as a transaction is pending, `manual` only on request.',
  }),
};
