import { expect, test } from 'vitest';
import { STANDARD_ACCOUNTS } from '#dist/network/devnet/standard-accounts.js';
import { atPrincipals, createNames } from '#dist/tools/story/names.js';

const [deployer, wallet] = STANDARD_ACCOUNTS.map(({ stx }) => stx.address);
const stranger = 'SP000000000000000000002Q6VF78';
const names = createNames(STANDARD_ACCOUNTS.slice(0, 2));

test('default: accounts and their contracts have names in a text, others stay whole', () => {
  expect(names.inText(`{who: '${wallet}, at: '${deployer}.counter, by: '${stranger}.pox}`)).toBe(
    `{who: wallet_1, at: deployer.counter, by: '${stranger}.pox}`,
  );
  expect(names.inText(`the contract answered (err u1) from asserts! in ${deployer}.counter:add`)).toBe(
    'the contract answered (err u1) from asserts! in deployer.counter:add',
  );
});

test('behavior: what only resembles a principal stays', () => {
  const text = `0x${'53'.repeat(40)} ${wallet}X S${'0'.repeat(60)} SHORT`;
  expect(names.inText(text)).toBe(text);
});

test('default: a text in pieces is the text', () => {
  const text = `(ok {a: '${wallet}, b: '${stranger}.pox})`;
  const pieces = atPrincipals(text);
  expect(pieces.map((piece) => piece.text).join('')).toBe(text);
  expect(pieces.flatMap(({ principal }) => principal ?? [])).toEqual([wallet, `${stranger}.pox`]);
});
