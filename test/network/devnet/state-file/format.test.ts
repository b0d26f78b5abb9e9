import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { ByteWriter } from '#dist/base/storage/byte-writer.js';
import { readStateFile, writeStateFile } from '#dist/network/devnet/state-file/format.js';

const PARTS = new Map([
  ['stacks', Buffer.from('blocks')],
  ['bitcoin', Buffer.alloc(300, 1)],
]);
const FILE = Buffer.from(await writeStateFile(PARTS, '1.2.3'));

/** Returns a file of another format, with the right length and checksum. */
function fileOf(format: number, version: string): Buffer {
  const writer = new ByteWriter();
  writer.number(format);
  writer.text(version);
  writer.text('something else');
  const begin = Buffer.from('stacks-devnet state\n');
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(begin.length + 8 + writer.finish().length + 32));
  const all = Buffer.concat([begin, length, writer.finish()]);
  return Buffer.concat([all, createHash('sha256').update(all).digest()]);
}

test('default: parts are read as they were written, whatever their order', async () => {
  expect(await readStateFile(FILE)).toEqual(PARTS);
  expect(await writeStateFile(new Map([...PARTS].reverse()), '1.2.3')).toEqual(FILE);
});

test('error: each damaged byte is found', async () => {
  for (let at = 0; at < FILE.length; at++) {
    const damaged = Buffer.from(FILE);
    damaged[at] = (damaged[at] as number) ^ 0x10;
    await expect(readStateFile(damaged), `byte ${at}`).rejects.toThrow(expect.objectContaining({ code: 'INVALID_INPUT', field: 'state' }));
  }
  const damaged = Buffer.from(FILE);
  damaged[60] = 0xff;
  await expect(readStateFile(damaged, 'a.state')).rejects.toThrow(
    'a.state is damaged: its checksum does not match. Write it again, or copy it again from where it is whole.',
  );
});

test('error: a file that is cut off at any length, or too long', async () => {
  for (let length = 1; length < FILE.length; length++) {
    await expect(readStateFile(FILE.subarray(0, length)), `${length} bytes`).rejects.toThrow(
      /^The state is truncated: it has \d+( of 3\d\d)? bytes\. Write it again/,
    );
  }
  await expect(readStateFile(Buffer.concat([FILE, FILE]))).rejects.toThrow('is damaged');
});

test('error: another file', async () => {
  for (const file of ['', '{"a":1}', 'stacks-devnet stats\n and more']) {
    await expect(readStateFile(Buffer.from(file), './a.json')).rejects.toThrow(
      './a.json is no state of stacks-devnet. Pass a file from --state, --dump-state, "snapshot save --out" or devnet.dumpState().',
    );
  }
});

test('error: what another program wrote with the right checksum', async () => {
  await expect(readStateFile(fileOf(3, '1.2.3'), 'a.state')).rejects.toThrow(
    'a.state cannot be used: parts[0]: expected what this program writes, received the bytes end too early. ' +
      'Write it again with this version of stacks-devnet.',
  );
});

test('error: a later format is refused by its name', async () => {
  await expect(readStateFile(fileOf(4, '9.8.7'))).rejects.toThrow(
    'The state has format 4, written by stacks-devnet 9.8.7; this version reads format 3. ' +
      'Use stacks-devnet 9.8.7, or write the state again with this version.',
  );
});

test.each([undefined, 'text', {}])('error: %j is no file', async (given) => {
  await expect(readStateFile(given as never)).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'state' });
});
