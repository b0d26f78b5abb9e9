import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { formatLine, type Paper } from '#dist/cli/printed/line.js';
import { STANDARD_ACCOUNTS } from '#dist/network/devnet/standard-accounts.js';
import { createNames } from '#dist/tools/story/names.js';
import { createStory } from '#dist/tools/story/story.js';
import { kinds } from './events.js';

const [, wallet, stranger] = STANDARD_ACCOUNTS;
const names = createNames([...STANDARD_ACCOUNTS.slice(0, 3)], { faucet: ['bcrt1q9vvm4hn45jrk3f0lc9p2seysxqaftaqne2t2jc'] });
const outputs = async (txid: string) =>
  txid.startsWith('c3')
    ? undefined
    : [
        { address: wallet?.btc.address, sats: 120_000_000n },
        { address: stranger?.btc.addresses.p2tr, sats: 1n },
        { address: 'bcrt1q9vvm4hn45jrk3f0lc9p2seysxqaftaqne2t2jc', sats: 5_000_000_000n },
        { address: undefined, sats: 0n },
      ];
const story = createStory({ names, outputs });

async function text(paper: Paper): Promise<string> {
  const parts: string[] = [];
  for (const [kind, event] of Object.entries(await kinds())) {
    const lines = (await story(event)).flatMap((line) => formatLine(line, '12:01:07', paper));
    parts.push(`# ${kind}`, ...lines, '');
  }
  return parts.join('\n');
}

const plain = (part: string): string => part;
const colored: Paper['style'] = (part, style) => `<${style}>${part}</${style}>`;

test.each([80, 200])('default: every kind of event on %i columns', async (columns) => {
  const shown = await text({ columns, style: plain });
  await expect(shown).toMatchFileSnapshot(`./golden-${columns}.txt`);
  for (const line of shown.split('\n')) expect([...line].length, line).toBeLessThanOrEqual(columns);
});

test('default: colours', async () => {
  await expect(await text({ columns: 80, style: colored })).toMatchFileSnapshot('./golden-colors.txt');
});

test('behavior: nothing that a contract or a sender wrote controls the terminal', async () => {
  const shown = await text({ columns: 200, style: plain });
  expect(inspect(shown.replaceAll('\n', ''))).not.toMatch(/\\x1b|\\u202e|\\x0/i);
  expect(shown).not.toMatch(/[\p{Cc}\p{Cf}](?<!\n)/u);
});
