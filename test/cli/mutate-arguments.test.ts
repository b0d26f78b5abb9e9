import { expect, test } from 'vitest';
import { withReportFile } from '#dist/cli/mutate-arguments.js';

test.each([
  ['a file', 'mutate --json report.json -- npm test', 'mutate --json=report.json -- npm test'],
  [
    'a file behind other flags',
    'mutate --threshold 80 --json report.json --sarif a -- npm test',
    'mutate --threshold 80 --json=report.json --sarif a -- npm test',
  ],
  ['no file', 'mutate --json -- npm test', 'mutate --json -- npm test'],
  ['another flag', 'mutate --json --workers 2 -- npm test', 'mutate --json --workers 2 -- npm test'],
  ['the flag of the tests', 'mutate -- npm test --json a', 'mutate -- npm test --json a'],
  ['another command', 'call --json counter add', 'call --json counter add'],
  ['mutate as a word of another command', 'call --json mutate add -- a', 'call --json mutate add -- a'],
])('default: %s', (_, args, expected) => {
  expect(withReportFile(args.split(' '))).toEqual(expected.split(' '));
});
