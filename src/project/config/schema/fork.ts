import { nodeUrl } from '../endpoints.js';
import { defineSetting } from '../setting.js';
import { kind } from '../value-type.js';
import { token, truth, wholeNumber } from '../value-types.js';

const nodeOrApi = nodeUrl({ expected: 'the URL of a Stacks node or API, such as http://127.0.0.1:20443', credentials: false });
const esplora = nodeUrl({ expected: 'the URL of an Esplora server, such as https://mempool.space/api', credentials: false });
const AT_HEIGHT = /^(.*)@(\d{1,15})$/s;

/** Splits `url@height`. A URL of a node contains no `@`, because it has no user name. */
export function splitForkUrl(text: string): { url: string; height: number | undefined } {
  const [, url = text, height] = AT_HEIGHT.exec(text) ?? [];
  return { url, height: height === undefined ? undefined : Number(height) };
}

/** A URL that may end with a height. */
function urlAtHeight({ expected, read }: typeof nodeOrApi) {
  return kind({
    expected: `${expected}, which @height may follow`,
    placeholder: 'url[@height]',
    parse(value, place) {
      if (typeof value !== 'string') return undefined;
      read(splitForkUrl(value).url, place);
      return value;
    },
    secret: true,
  });
}

/** Which running networks the embedded engine continues. */
export const forkSettings = {
  'fork.url': defineSetting({
    ofNetwork: true,
    kind: urlAtHeight(nodeOrApi),
    defaultText: 'none; the network begins with its own genesis',
    help: 'running Stacks network whose state the embedded engine continues',
    details: 'A Stacks node, or a Stacks API in front of one; a height may follow after `@`. See docs/fork.md.',
    flag: '--fork',
  }),
  'fork.height': defineSetting({
    ofNetwork: true,
    kind: wholeNumber(1, Number.MAX_SAFE_INTEGER),
    defaultText: "the origin's tip; offline, the block of the last fork",
    help: 'Stacks height from which the fork continues',
  }),
  'fork.bitcoin.url': defineSetting({
    ofNetwork: true,
    kind: urlAtHeight(esplora),
    defaultText: 'none; the Bitcoin chain begins with its own genesis',
    help: 'Esplora server of the Bitcoin network whose chain the embedded engine continues',
    details: 'Of mainnet, testnet, signet or regtest; a height may follow after `@`. See docs/fork.md.',
    flag: '--fork-bitcoin',
  }),
  'fork.bitcoin.height': defineSetting({
    ofNetwork: true,
    kind: wholeNumber(0, Number.MAX_SAFE_INTEGER),
    defaultText: "with `fork.url`, the Bitcoin block of its Stacks block; else the origin's tip; offline, the block of the last fork",
    help: 'Bitcoin height from which the fork continues',
  }),
  'fork.offline': defineSetting({
    ofNetwork: true,
    kind: truth,
    default: false,
    help: 'whether the fork uses only its cache and sends no requests',
    flag: '--offline',
    isSwitch: true,
  }),
  'fork.apiKey': defineSetting({
    ofNetwork: true,
    kind: token('key'),
    fallbackVariable: 'HIRO_API_KEY',
    defaultText: '`HIRO_API_KEY` in the environment, else none',
    help: 'key that the fork sends to its origin in the header x-api-key',
  }),
  'fork.timeout': defineSetting({
    ofNetwork: true,
    kind: wholeNumber(1, 600_000),
    default: 10_000,
    help: 'milliseconds that a request to the origin may take',
  }),
};
