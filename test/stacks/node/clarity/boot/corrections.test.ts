import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { packagedContracts } from '#dist/platform/node/packaged-contracts.js';
import { bootSource } from '#dist/stacks/node/clarity/boot/boot-state.js';
import { correctPackaged } from '#dist/stacks/node/clarity/boot/corrections.js';

/** SHA-256 of the sources of stacks-node 4.0.2 on test networks. */
const NODE = {
  pox: '43c149ffeb5388d23d0dd2f8028e2208cb033b48327e0760e98ac17651ec7236',
  'pox-2': 'b5db214a8a03992c2d81f5cb5c580420c99f5433dc562d9d7f92cec9e883a58f',
  'pox-3': 'ada7d2c3c8d6004e6fb2e49210e75e86bd286e8d79ed51f49d9dc416b0beea07',
  'pox-4': '3487df42c2b4ee1f0c57aa9412d5f9763c67cd9ed219ba22ad2171bbdd55693c',
  lockup: 'd698d169289aebc3ea6f0add88f3e942a3ddbf70a2aa7648b54b1f487436b2ea',
  costs: '10f485ff6cf8ce0ec02859816652b567474f9b254c10e2b9f60ab0e165d98906',
  'cost-voting': '1920a8b47566e43e2bc612b9a940ea7668cc10e263ba2e43321cbd11549d010d',
  bns: '27baf34a99859432fdd63ab3cdcbd2c2279482a427e10e03c949a3b24d50c45e',
  'costs-2': 'f22b11526d21f95068664d2486ab68203ef12e726c508faa0c4a544f4afae357',
  'costs-3': '8ea4e4f0854c0ecea81d7714c6d2d13811c3c549a472a64508b7a81bdf2662a5',
  'costs-4': '758b7f4c53e6ccb53c3ce2ebfd097f064d86b164faec185afb54cd0c7cbc58da',
  signers: '1a244d7ff81cc5a1854dd151b4c6878db0102d1869707c3baab29370fd3e1b83',
  'signers-voting': '1019847f6c58ed1694628ba69be0dbc2fe024cf04c025fec1a92ae8f5eeb566d',
};

test('default: the sources of boot contracts are those of stacks-node 4.0.2', () => {
  const digests = Object.keys(NODE).map((name) => [name, createHash('sha256').update(bootSource(name)).digest('hex')]);
  expect(Object.fromEntries(digests)).toEqual(NODE);
});

test('default: the package knows the digest of each source', () => {
  const digests = packagedContracts().map(({ source }) => createHash('sha256').update(source).digest('hex'));
  expect(digests).toHaveLength(17);
  expect(packagedContracts().map(({ sha256 }) => sha256)).toEqual(digests);
});

test('error: a source that was not compared', () => {
  expect(() => correctPackaged('pox-2', '(define-map a uint uint)')).toThrow("the package's pox-2 must have 'we dont need' once");
});
