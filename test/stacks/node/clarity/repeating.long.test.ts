import { expect, test } from 'vitest';
import type { Payload } from '#dist/clarity/transaction/transaction.js';
import { contractPrincipal, parsePrincipal } from '#dist/clarity/values/principal.js';
import { heavyContract } from '../heavy.js';
import { DEPLOYER } from '../test-node.js';
import { startRepeating } from './start-repeating.js';
import { twoChains } from './two-chains.js';

const origin = parsePrincipal(DEPLOYER.address);
const heights = (count: number) => Array.from({ length: count }, (_, at) => `u${at + 1}`).join(' ');
/** Each long step is followed by a question about another block. */
const SOURCE = `
  ${heavyContract(18, 4)}
  (define-private (look-at (height uint)) (begin (is-ok (burn)) (is-some (get-stacks-block-info? id-header-hash height))))
  (define-public (seldom) (ok (map look-at (list ${heights(2)}))))
  (define-public (often) (ok (map look-at (list ${heights(60)}))))`;

test('what repeats gives up an execution that asks after each of many long steps, and goes on with others', {
  timeout: 300_000,
}, async () => {
  await using chains = await twoChains('4.0', startRepeating);
  const execute = (nonce: bigint, payload: Payload) =>
    chains.execute({ origin, nonce, fee: 10n, payload, postConditionMode: 'allow', postConditions: [] });
  const call = (fn: string): Payload => ({ type: 'call', contract: contractPrincipal(origin, 'heavy'), fn, args: [] });
  await execute(0n, { type: 'deploy', name: 'heavy', source: SOURCE, version: 4 });
  await expect(execute(1n, call('often'))).rejects.toMatchObject({ name: 'NoThread', isFinal: false });
  expect(await execute(1n, call('seldom'))).toMatchObject({ status: 'success' });
});
