import { cacheDirectory } from '../../system/directories.js';
import { hostAndPort, nodeUrl } from '../endpoints.js';
import { defineSetting } from '../setting.js';
import { list } from '../value-type.js';
import { anyAddress, image, oneOf, path, program, text, token, truth, wholeNumber } from '../value-types.js';

/** The docker engine reads the file when it needs an image. */
const composeImage = "the one in the package's `compose/compose.yaml`";
const logLevels = ['error', 'warn', 'info', 'debug'] as const;

/** The nodes, what each engine needs to run them, and this program's files and output. */
export const nodeSettings = {
  'bitcoin.rpcUser': defineSetting({
    kind: text({ expected: 'text without a colon', placeholder: 'name', pattern: /^[^:]+$/s }),
    default: 'devnet',
    help: 'user name of the Bitcoin RPC',
  }),
  'bitcoin.rpcPassword': defineSetting({
    kind: text({ expected: 'text', placeholder: 'password', secret: true }),
    default: 'devnet',
    help: 'password of the Bitcoin RPC',
  }),
  'bitcoin.files': defineSetting({
    kind: list(path, 'a list of folders'),
    default: [],
    defaultText: 'none',
    help: 'folder in which backupwallet, restorewallet and importmempool of the embedded Bitcoin node may use files',
    repeatable: true,
  }),
  eventObservers: defineSetting({
    kind: list(hostAndPort, 'a list of host:port'),
    default: [],
    defaultText: 'none',
    help: 'event observer of the Stacks node',
    flag: '--event-observer',
    repeatable: true,
  }),
  impersonate: defineSetting({
    kind: list(anyAddress, 'a list of Stacks addresses'),
    default: [],
    defaultText: 'none',
    help: 'address whose transactions need no signature, on the embedded engine',
    repeatable: true,
  }),
  'binaries.bitcoind': defineSetting({
    kind: program,
    fallbackVariable: 'BITCOIND',
    defaultText: '`BITCOIND` in the environment, else bitcoind on `PATH`',
    help: 'bitcoind of the native engine',
  }),
  'binaries.stacksNode': defineSetting({
    kind: program,
    fallbackVariable: 'STACKS_NODE',
    defaultText: '`STACKS_NODE` in the environment, else stacks-node on `PATH`',
    help: 'stacks-node of the native engine',
  }),
  'binaries.stacksSigner': defineSetting({
    kind: program,
    fallbackVariable: 'STACKS_SIGNER',
    defaultText: '`STACKS_SIGNER` in the environment, else stacks-signer on `PATH`',
    help: 'stacks-signer of the native engine',
  }),
  'images.bitcoind': defineSetting({ kind: image, defaultText: composeImage, help: 'image with bitcoind, for the docker engine' }),
  'images.stacksNode': defineSetting({ kind: image, defaultText: composeImage, help: 'image with stacks-node, for the docker engine' }),
  'images.stacksSigner': defineSetting({ kind: image, defaultText: composeImage, help: 'image with stacks-signer, for the docker engine' }),
  'images.devnet': defineSetting({
    kind: image,
    default: 'stacks-devnet',
    help: 'image of this program, for networks on a Docker Swarm',
    details: '`docker build -f compose/Dockerfile` makes it.',
  }),
  'docker.swarm': defineSetting({
    kind: truth,
    default: false,
    help: 'whether the network is a service of the Docker Swarm whose manager is the container engine',
    details: 'See docs/swarm.md.',
    isSwitch: true,
  }),
  'docker.constraints': defineSetting({
    kind: list(
      text({ expected: 'a constraint such as node.labels.ci==yes', placeholder: 'constraint', pattern: /^[\w.-]+ *[=!]= *\S+$/ }),
      'a list of constraints such as node.labels.ci==yes',
    ),
    default: [],
    defaultText: 'none',
    help: 'constraint on the machines of a Swarm that may run the network',
    flag: '--docker-constraint',
    repeatable: true,
  }),
  'docker.cpus': defineSetting({
    kind: wholeNumber(1, 256),
    default: 2,
    help: 'processors that a network on a Swarm may use; an eighth of them is reserved',
  }),
  'docker.memory': defineSetting({
    kind: wholeNumber(256, 1_048_576),
    default: ({ engine }) => (engine === 'embedded' ? 768 : 4096),
    defaultText: '768; 4096 with real nodes',
    help: 'MiB that a network on a Swarm may use; half of them are reserved',
  }),
  'compose.folder': defineSetting({
    kind: path,
    defaultText: 'none; the engine creates its containers',
    help: 'folder shared with the containers of compose/compose.yaml, in which the docker engine runs the nodes',
  }),
  'external.bitcoinRpc': defineSetting({
    kind: nodeUrl({ expected: 'an http:// or https:// URL of a bitcoind', credentials: true }),
    defaultText: 'none',
    help: 'bitcoind of the external engine, as http://user:password@host:port',
    details: 'Without user name and password, `bitcoin.rpcUser` and `bitcoin.rpcPassword` are used.',
  }),
  'external.stacksRpc': defineSetting({
    kind: nodeUrl({ expected: 'an http:// or https:// URL of a stacks-node, without user name and password', credentials: false }),
    defaultText: 'none',
    help: 'stacks-node of the external engine, or a Stacks API in front of one',
  }),
  'external.stacksToken': defineSetting({
    kind: token('token'),
    defaultText: 'none; some receipts lack the outcome of contract calls',
    help: "token of the external engine's stacks-node (its auth_token), to replay blocks for receipts",
  }),
  'cache.dir': defineSetting({
    kind: path,
    default: ({ env }) => cacheDirectory(env),
    defaultText: "the user's cache directory",
    help: 'folder of what boots keep',
  }),
  'cache.enabled': defineSetting({ kind: truth, default: true, help: 'whether boots keep anything; otherwise every boot is slow' }),
  logLevel: defineSetting({
    kind: oneOf(logLevels),
    default: 'info',
    help: 'how much up prints',
    details:
      '`error` prints failures, `warn` also warnings, `info` also boot steps, blocks and transactions, `debug` also requests to the gateway. In code nothing is printed.',
  }),
};
