import { expect, test } from 'vitest';
import { checkTestnetPrincipal } from '#dist/stacks/principal.js';

const DEPLOYER = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM';

test.each([
  ['an account', DEPLOYER],
  ['a multi-signature account', 'SN3VMHXEN64ZZF71JQ5VESXDWTR301XTTXGF4J8F1'],
  ['a contract', `${DEPLOYER}.counter`],
  ['the boot address', 'ST000000000000000000002AMW42H'],
  ['a contract name of 40 characters', `${DEPLOYER}.${'a'.repeat(40)}`],
])('default: %s', (_, principal) => {
  expect(checkTestnetPrincipal(principal, 'address')).toBeUndefined();
});

test.each([
  ['nothing', ''],
  ['a wrong checksum', 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGN'],
  ['a cut off address', DEPLOYER.slice(0, -1)],
  ['lower case', DEPLOYER.toLowerCase()],
  ['look-alikes', 'ST1PQHQKVORJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM'],
  ['a mainnet account', 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7'],
  ['white space', ` ${DEPLOYER}`],
  ['an empty contract name', `${DEPLOYER}.`],
  ['a contract name that begins with a digit', `${DEPLOYER}.1st`],
  ['a contract name of 41 characters', `${DEPLOYER}.${'a'.repeat(41)}`],
  ['the name that the VM keeps for itself', `${DEPLOYER}.__transient`],
  ['a Bitcoin address', 'mqVnk6NPRdhntvfm4hh9vvjiRkFDUuSYsH'],
])('error: %s', (_, principal) => {
  expect(() => checkTestnetPrincipal(principal, 'address')).toThrow(
    expect.objectContaining({ code: 'INVALID_INPUT', field: 'address', received: JSON.stringify(principal) }),
  );
});

test('error: a mainnet account is called by its name', () => {
  expect(() => checkTestnetPrincipal('SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7', 'address')).toThrow(
    expect.objectContaining({ hint: expect.stringContaining('mainnet') }),
  );
});
