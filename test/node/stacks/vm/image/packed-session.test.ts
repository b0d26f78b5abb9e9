import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { captureFullImage } from '#dist/node/stacks/vm/image/memory-image.js';
import { PACKED_SESSION, unpackSession } from '#dist/node/stacks/vm/image/packed-session.js';
import { type ClarityCode, compileClarityPackage, linkClarityPackage, readClarityPackage } from '#dist/node/stacks/vm/machine/code.js';
import { bootMachine, type Machine } from '#dist/node/stacks/vm/machine/machine.js';
import { execute } from '#dist/node/stacks/vm/machine/session.js';
import { DEFAULT_GENESIS_TIME } from '#dist/node/stacks/vm/vm.js';
import { temporaryFolder } from '../../../../disposable-folder.js';
import { DEPLOYER } from '../support.js';

let code: ClarityCode;
beforeAll(async () => {
  code = linkClarityPackage(await compileClarityPackage(readClarityPackage()));
});

test('default: what is unpacked is the session that a VM makes anew, byte for byte, and works', async () => {
  const unpacked = await unpackSession(code, DEFAULT_GENESIS_TIME);
  const made = await bootMachine(code, DEFAULT_GENESIS_TIME);
  const [one, other] = [unpacked as Machine, made].map(captureFullImage);
  expect(Buffer.compare(one?.memory ?? Buffer.of(), other?.memory ?? Buffer.of(0))).toBe(0);
  expect({ ...one, memory: undefined }).toEqual({ ...other, memory: undefined });
  const sums = [unpacked as Machine, made].map((machine) => execute(machine, DEPLOYER, '(+ u1 burn-block-height)'));
  expect(sums[0]).toMatchObject({ ok: true });
  expect(sums[0]).toEqual(sums[1]);
});

test('behavior: of another build of the VM, another time, damaged, cut short or not there, it is not used', async () => {
  await using folder = await temporaryFolder('stacks-devnet-vm');
  const file = pathToFileURL(path.join(folder.path, 'session'));
  const good = await readFile(PACKED_SESSION);
  const flip = (at: number) => {
    const flipped = Buffer.from(good);
    flipped.writeUInt8(flipped.readUInt8(at) ^ 1, at);
    return flipped;
  };
  expect(await unpackSession({ ...code, digest: 'another' }, DEFAULT_GENESIS_TIME)).toBeUndefined();
  expect(await unpackSession(code, DEFAULT_GENESIS_TIME + 1)).toBeUndefined();
  expect(await unpackSession(code, DEFAULT_GENESIS_TIME, file)).toBeUndefined();
  const damaged = [flip(0), flip(5), flip(5_000_000), flip(good.length - 1), good.subarray(0, -1), good.subarray(0, 3), Buffer.of()];
  for (const bytes of damaged) {
    await writeFile(file, bytes);
    expect(await unpackSession(code, DEFAULT_GENESIS_TIME, file)).toBeUndefined();
  }
  await writeFile(file, good);
  expect(await unpackSession(code, DEFAULT_GENESIS_TIME, file)).toBeDefined();
});
