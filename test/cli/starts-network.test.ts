import { expect, test } from 'vitest';
import { startsNetwork } from '#dist/cli/starts-network.js';

test.each(['', 'up', '--ports auto --json', 'up --quiet', 'exec -- npm test', 'node stacks --port 0'])(
  'default: "%s" starts an embedded network',
  (line) => {
    expect(startsNetwork(line.split(' ').filter(Boolean), {})).toBe(true);
  },
);

test.each([
  'up --detach',
  '-d',
  '-qd',
  '--help',
  'up -h',
  '--version',
  'status',
  'down',
  'node bitcoin',
  'up --engine native',
  '--engine=docker',
  'word',
])('behavior: "%s" does not', (line) => {
  expect(startsNetwork(line.split(' '), {})).toBe(false);
});

test('behavior: the environment may name another engine', () => {
  expect(startsNetwork(['up'], { DEVNET_ENGINE: 'native' })).toBe(false);
});
