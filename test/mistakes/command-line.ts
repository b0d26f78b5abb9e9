/** A line that somebody types, `alone` in a process of its own without a running network, in a folder. */
type Line = { words: string[]; env?: Record<string, string>; alone?: boolean; folder?: string };

const STRANGER = 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG';

/** The files of the folder in which the lines run. */
export const files: Readonly<Record<string, string>> = {
  'open.clar': '(define-public (f) (ok u1)\n',
  'types.clar': '(define-public (f) (ok (+ u1 1)))\n',
  'unknown-key/devnet.config.json': '{ "engine": "embedded", "epok": "4.0" }',
  'no-json/devnet.config.json': '{ "engine": }',
};

export const commandLineMistakes: readonly Line[] = [
  { words: ['upp'] },
  { words: ['up', '--engine', 'embeded'] },
  { words: ['up', '--epoch', '5'] },
  { words: ['up', '--port', '70000'] },
  { words: ['up', '--stx-amount', '1'] },
  { words: ['up', '--project', 'nowhere'] },
  { words: ['up'], alone: true, folder: 'unknown-key' },
  { words: ['up'], alone: true, folder: 'no-json' },
  { words: ['up'], env: { DEVNET_ENGIN: 'native' } },
  { words: ['up'], env: { DEVNET_PORTS_GATEWAY: 'abc' } },
  { words: ['up', '--engine', 'native'], env: { PATH: '/nowhere' }, alone: true },
  { words: ['up', '--engine', 'docker'], env: { DOCKER_HOST: 'unix:///nowhere.sock' }, alone: true },
  { words: ['up', '--engine', 'external'] },
  { words: ['status'], env: { DEVNET_URL: 'http://127.0.0.1:1' } },
  { words: ['status', '--url', 'localhost:3999'] },
  { words: ['logs'], env: { DEVNET_URL: '' } },
  { words: ['exec'] },
  { words: ['exec', 'npm', 'test', '--silent'] },
  { words: ['completion', 'tcsh'] },
  { words: ['faucet', 'stx', 'walet_1'] },
  { words: ['faucet', 'btc', STRANGER] },
  { words: ['faucet', 'stx', 'SP2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4DDQXVJ'] },
  { words: ['faucet', 'btc', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'] },
  { words: ['faucet', 'doge', 'wallet_1'] },
  { words: ['faucet', 'btc', 'wallet_1', '--amount', '5STX'] },
  { words: ['faucet', 'btc', 'wallet_1', '--amount', '999999BTC'] },
  { words: ['mine', '100000'] },
  { words: ['wait', '0x12'] },
  { words: ['wait', '00'.repeat(32), '--timeout', '0.1'] },
  { words: ['trace', '00'.repeat(32)] },
  { words: ['deploy', 'nothing.clar'] },
  { words: ['deploy', 'open.clar'] },
  { words: ['deploy', 'types.clar'] },
  { words: ['call', 'counter', 'add', 'u1'] },
  { words: ['call', 'counter', 'add', 'u1', '--as', 'wallet_1'] },
  { words: ['call', 'SP000000000000000000002Q6VF78.pox-4', 'add', '--as', 'wallet_1'] },
  { words: ['call', 'ST000000000000000000002AMW42H.pox-4', 'stak-stx', '--as', 'wallet_1'] },
  { words: ['call', 'ST000000000000000000002AMW42H.pox-4', 'revoke-delegate-stx', '--as', 'nobody'] },
  { words: ['read', 'ST000000000000000000002AMW42H.pox-4', 'current-pox-reward-cycle', 'u1'] },
  { words: ['send', STRANGER, '1.5', '--as', 'wallet_1'] },
  { words: ['send', STRANGER, '999999999999STX', '--as', 'wallet_1'] },
  { words: ['snapshot', 'restore', 'clean'] },
];
