import { cacheDirectory } from '#platform/directories.js';
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
    ofNetwork: true,
    kind: text({ expected: 'text without a colon', placeholder: 'name', pattern: /^[^:]+$/s }),
    default: 'devnet',
    help: 'user name of the Bitcoin RPC',
  }),
  'bitcoin.rpcPassword': defineSetting({
    ofNetwork: true,
    kind: text({ expected: 'text', placeholder: 'password', secret: true }),
    default: 'devnet',
    help: 'password of the Bitcoin RPC',
  }),
  'bitcoin.files': defineSetting({
    ofNetwork: true,
    kind: list(path, 'a list of folders'),
    default: [],
    defaultText: 'none',
    help: 'folder in which backupwallet, restorewallet and importmempool of the embedded Bitcoin node may use files',
    repeatable: true,
  }),
  eventObservers: defineSetting({
    ofNetwork: true,
    kind: list(hostAndPort, 'a list of host:port'),
    default: [],
    defaultText: 'none',
    help: 'event observer of the Stacks node',
    flag: '--event-observer',
    repeatable: true,
  }),
  impersonate: defineSetting({
    ofNetwork: true,
    kind: list(anyAddress, 'a list of Stacks addresses'),
    default: [],
    defaultText: 'none',
    help: 'address whose transactions need no signature, on the embedded engine',
    repeatable: true,
  }),
  'binaries.bitcoind': defineSetting({
    ofNetwork: false,
    kind: program,
    fallbackVariable: 'BITCOIND',
    defaultText: '`BITCOIND` in the environment, else bitcoind on `PATH`',
    help: 'bitcoind of the native engine',
  }),
  'binaries.stacksNode': defineSetting({
    ofNetwork: false,
    kind: program,
    fallbackVariable: 'STACKS_NODE',
    defaultText: '`STACKS_NODE` in the environment, else stacks-node on `PATH`',
    help: 'stacks-node of the native engine',
  }),
  'binaries.stacksSigner': defineSetting({
    ofNetwork: false,
    kind: program,
    fallbackVariable: 'STACKS_SIGNER',
    defaultText: '`STACKS_SIGNER` in the environment, else stacks-signer on `PATH`',
    help: 'stacks-signer of the native engine',
  }),
  'images.bitcoind': defineSetting({
    ofNetwork: false,
    kind: image,
    defaultText: composeImage,
    help: 'image with bitcoind, for the docker engine',
  }),
  'images.stacksNode': defineSetting({
    ofNetwork: false,
    kind: image,
    defaultText: composeImage,
    help: 'image with stacks-node, for the docker engine',
  }),
  'images.stacksSigner': defineSetting({
    ofNetwork: false,
    kind: image,
    defaultText: composeImage,
    help: 'image with stacks-signer, for the docker engine',
  }),
  'images.devnet': defineSetting({
    ofNetwork: false,
    kind: image,
    default: 'stacks-devnet',
    help: 'image of this program, for networks on a Docker Swarm',
    details: '`docker build -f compose/Dockerfile` makes it.',
  }),
  'docker.swarm': defineSetting({
    ofNetwork: false,
    kind: truth,
    default: false,
    help: 'whether the network is a service of the Docker Swarm whose manager is the container engine',
    details: 'See docs/shared-network.md.',
    isSwitch: true,
  }),
  'docker.constraints': defineSetting({
    ofNetwork: false,
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
    ofNetwork: false,
    kind: wholeNumber(1, 256),
    default: 2,
    help: 'processors that a network on a Swarm may use; an eighth of them is reserved',
  }),
  'docker.memory': defineSetting({
    ofNetwork: false,
    kind: wholeNumber(256, 1_048_576),
    default: ({ engine }) => (engine === 'embedded' ? 768 : 4096),
    defaultText: '768; 4096 with real nodes',
    help: 'MiB that a network on a Swarm may use; half of them are reserved',
  }),
  'compose.folder': defineSetting({
    ofNetwork: false,
    kind: path,
    defaultText: 'none; the engine creates its containers',
    help: 'folder shared with the containers of compose/compose.yaml, in which the docker engine runs the nodes',
  }),
  'external.bitcoinRpc': defineSetting({
    ofNetwork: true,
    kind: nodeUrl({ expected: 'an http:// or https:// URL of a bitcoind', credentials: true }),
    defaultText: 'none',
    help: 'bitcoind of the external engine, as http://user:password@host:port',
    details: 'Without user name and password, `bitcoin.rpcUser` and `bitcoin.rpcPassword` are used.',
  }),
  'external.stacksRpc': defineSetting({
    ofNetwork: true,
    kind: nodeUrl({ expected: 'an http:// or https:// URL of a stacks-node, without user name and password', credentials: false }),
    defaultText: 'none',
    help: 'stacks-node of the external engine, or a Stacks API in front of one',
  }),
  'external.stacksToken': defineSetting({
    ofNetwork: true,
    kind: token('token'),
    defaultText: 'none; some receipts lack the outcome of contract calls',
    help: "token of the external engine's stacks-node (its auth_token), to replay blocks for receipts",
  }),
  'cache.dir': defineSetting({
    ofNetwork: false,
    kind: path,
    default: ({ env }) => cacheDirectory(env),
    defaultText: "the user's cache directory",
    help: 'folder of what boots keep',
  }),
  'cache.enabled': defineSetting({
    ofNetwork: false,
    kind: truth,
    default: true,
    help: 'whether boots keep anything; otherwise every boot is slow',
  }),
  logLevel: defineSetting({
    ofNetwork: false,
    kind: oneOf(logLevels),
    default: 'info',
    help: 'how much up prints',
    details:
      '`error` prints failures, `warn` also warnings, `info` also boot steps, blocks and transactions, ' +
      '`debug` also requests to the gateway. In code nothing is printed.',
  }),
};
