import { stateDirectory } from '#platform/directories.js';
import { join } from '#platform/paths.js';
import { payment } from '../amounts.js';
import { network, origin, redisUrl } from '../endpoints.js';
import { rateLimit } from '../rate-limit.js';
import { type DefaultContext, defineSetting } from '../setting.js';
import { kind, list } from '../value-type.js';
import { path, privateKey, text, token, truth, wholeNumber } from '../value-types.js';

const faucetKeys = list(privateKey, 'a list of private keys');
/** Only a network that this program starts has funded keys of its own. */
const ownKeys = ({ engine }: DefaultContext): string[] | undefined => (engine === 'external' ? [] : undefined);
const servicePattern = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/i;

/** The faucets, and who may call the gateway how often. */
export const gatewaySettings = {
  'faucet.btc.enabled': defineSetting({
    ofNetwork: true,
    kind: truth,
    default: true,
    help: 'whether the BTC faucet pays; if not, it answers 403',
  }),
  'faucet.btc.amount': defineSetting({
    ofNetwork: true,
    kind: payment,
    default: 100_000_000n,
    defaultText: '100000000 (1 BTC)',
    help: 'sats of one payment',
  }),
  'faucet.btc.keys': defineSetting({
    ofNetwork: true,
    kind: faucetKeys,
    default: ownKeys,
    defaultText: 'funded keys of the network',
    help: 'private keys that pay; without any, the faucet answers 403',
    repeatable: true,
  }),
  'faucet.stx.enabled': defineSetting({
    ofNetwork: true,
    kind: truth,
    default: true,
    help: 'whether the STX faucet pays; if not, it answers 403',
  }),
  'faucet.stx.amount': defineSetting({
    ofNetwork: true,
    kind: payment,
    default: 500_000_000n,
    defaultText: '500000000 (500 STX)',
    help: 'micro-STX of one payment',
  }),
  'faucet.stx.keys': defineSetting({
    ofNetwork: true,
    kind: faucetKeys,
    default: ownKeys,
    defaultText: 'funded keys of the network',
    help: 'private keys that pay; without any, the faucet answers 403',
    repeatable: true,
  }),
  'faucet.sbtc.enabled': defineSetting({
    ofNetwork: true,
    kind: truth,
    default: true,
    help: 'whether the sBTC faucet pays; if not, it answers 403',
  }),
  'faucet.sbtc.amount': defineSetting({
    ofNetwork: true,
    kind: payment,
    default: 1_000_000n,
    defaultText: '1000000 (0.01 sBTC)',
    help: 'sats of one payment',
  }),
  'faucet.sbtc.keys': defineSetting({
    ofNetwork: true,
    kind: faucetKeys,
    default: ownKeys,
    defaultText: 'funded keys of the network',
    help: 'private keys that pay; without any, the faucet answers 403',
    repeatable: true,
  }),
  'page.enabled': defineSetting({
    ofNetwork: false,
    kind: truth,
    default: true,
    help: 'whether browsers get a page at /',
  }),
  'x402.enabled': defineSetting({
    ofNetwork: false,
    kind: truth,
    default: true,
    help: 'whether there is an x402 facilitator at /x402',
    details: 'See docs/agents.md.',
  }),
  'metadata.fetch': defineSetting({
    ofNetwork: false,
    kind: truth,
    default: false,
    help: 'whether /metadata/v1 fetches http: and ipfs: URIs of tokens; data: URIs are always read',
  }),
  'metadata.ipfsGateway': defineSetting({
    ofNetwork: false,
    kind: text({
      pattern: /^https?:\/\/[^\s]+\/$/,
      placeholder: 'url',
      expected: 'a URL that ends with a slash, such as https://ipfs.io/ipfs/',
    }),
    default: 'https://ipfs.io/ipfs/',
    help: 'URL that ipfs: URIs of tokens are fetched at',
  }),
  'control.enabled': defineSetting({
    ofNetwork: false,
    kind: truth,
    default: true,
    help: 'whether /devnet/v1 answers',
  }),
  'control.key': defineSetting({
    ofNetwork: false,
    kind: token('key'),
    defaultText: 'none; only this machine may call',
    help: 'key that lets other machines call /devnet/v1',
  }),
  'control.origins': defineSetting({
    ofNetwork: false,
    kind: list(origin, 'a list of origins such as http://localhost:5173'),
    default: [],
    defaultText: 'none',
    help: 'origin of web pages that may call /devnet/v1',
    flag: '--control-origin',
    repeatable: true,
  }),
  'control.stateLimit': defineSetting({
    ofNetwork: false,
    kind: wholeNumber(1, 2 ** 31),
    default: 256 * 1024 * 1024,
    defaultText: '268435456 (256 MiB)',
    help: 'bytes of the largest state that POST /devnet/v1/load takes',
  }),
  rateLimit: defineSetting({
    ofNetwork: false,
    kind: rateLimit,
    default: 'off',
    help: 'limits on requests and faucet payments: off, standard, or rates per route',
    details: 'An object has rates such as `5/1m` by route; other routes keep their rates of `standard`.',
  }),
  rateLimitFile: defineSetting({
    ofNetwork: false,
    kind: path,
    defaultText: 'none; counts end with the process',
    help: 'file that keeps the counts of rate limits over a restart',
  }),
  rateLimitIpv6Prefix: defineSetting({
    ofNetwork: false,
    kind: wholeNumber(1, 128),
    default: 64,
    help: 'bits of an IPv6 address that rate limits take for one client: a provider gives each customer a /64 or more',
  }),
  'apiKeys.service': defineSetting({
    ofNetwork: false,
    kind: kind({
      expected: 'letters, digits and hyphens',
      placeholder: 'name',
      parse: (value) => (typeof value === 'string' && servicePattern.test(value) ? value.toLowerCase() : undefined),
    }),
    default: 'service',
    help: 'name in the header x-<name>-api-key, an alternative to x-api-key and x-hiro-api-key',
  }),
  'apiKeys.file': defineSetting({
    ofNetwork: false,
    kind: path,
    default: ({ env }) => join(stateDirectory(env), 'api-keys.json'),
    defaultText: "api-keys.json in the user's state directory",
    help: 'file with the hashes of API keys; see "keys create"',
  }),
  'apiKeys.factor': defineSetting({
    ofNetwork: false,
    kind: wholeNumber(1, 1_000_000),
    default: 10,
    help: 'factor by which an API key multiplies rate limits',
  }),
  redis: defineSetting({
    ofNetwork: true,
    kind: redisUrl,
    defaultText: 'none; this gateway or pool shares nothing',
    help: 'Redis that the replicas of a gateway or of a pool share, as redis://user:password@host:port/database',
    details:
      'A gateway needs the external engine. Rate limits, API keys, faucets and the numbers of events are then the same for all ' +
      'gateways of the network, see docs/shared-network.md. Pools share leases, quotas and API keys, see docs/ci.md.',
  }),
  drainSeconds: defineSetting({
    ofNetwork: true,
    kind: wholeNumber(0, 600),
    default: 0,
    help: 'seconds in which /ready answers 503, but requests are served, before a gateway closes',
    details: 'Afterwards the gateway takes no new connections, and waits for the requests that still run.',
  }),
  'history.keep': defineSetting({
    ofNetwork: true,
    kind: wholeNumber(100, 1_000_000_000),
    defaultText: 'all',
    help: 'number of Stacks blocks that /extended and websockets know; older ones are forgotten',
  }),
  trustedProxies: defineSetting({
    ofNetwork: false,
    kind: list(network, 'a list of IP addresses and networks'),
    default: [],
    defaultText: 'none',
    help: 'proxy with a trusted X-Forwarded-For header',
    flag: '--trusted-proxy',
    repeatable: true,
  }),
};
