import { execFile, execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { inscriptionsOf } from '#dist/bitcoin/protocol/ordinals/inscription.js';
import { runestoneOf } from '#dist/bitcoin/protocol/ordinals/runestone.js';
import { bytesOf, makeTx } from '../bitcoin/node/transactions.js';
import { createRandom, type Random } from '../bitcoin/protocol/script/random.js';
import { temporaryFolder } from '../disposable-folder.js';
import { runExample } from '../examples/run.js';
import { FULL_LENGTH } from '../full-length.js';

const TIMEOUT = 300_000;
const seed = Date.now() % 1_000_000_000;
const COUNT = FULL_LENGTH ? 2_000 : 100;
const hasOrd = isInstalled();

describe.skipIf(!hasOrd)(`ord${hasOrd ? '' : ' (PATH has no ord)'}`, () => {
  test('default: inscribes, etches and mints on a network, and follows a reorganisation', { timeout: TIMEOUT }, async () => {
    const { status, output } = await runExample('ordinals', ['ordinals.js'], {}, TIMEOUT - 10_000);
    expect(output.replace(/[0-9a-f]{64}i0/, '<id>').split('\n')).toEqual([
      'inscribed 14 bytes of text/plain;charset=utf-8: <id>',
      'etched STACKS•DEVNET•RUNE, which is mintable',
      'has 1100 of it',
      'has 1100 of it after a reorganisation',
      '',
    ]);
    expect(status).toBe(0);
  });

  test(`behavior: ${COUNT} random transactions have the inscriptions and the runestone that ord finds (seed ${seed})`, {
    timeout: TIMEOUT,
  }, async () => {
    await using folder = await temporaryFolder('ord-decode');
    const random = createRandom(seed);
    const file = join(folder.path, 'transaction');
    for (let count = 0; count < COUNT; count++) {
      const witness = [Uint8Array.of(1), randomTapscript(random), Uint8Array.of(0xc0), ...(random.oneIn(5) ? [Uint8Array.of(0x50)] : [])];
      const script = randomRunestone(random);
      const tx = makeTx({ inputs: [{ txid: '11'.repeat(32), witness }], outputs: [{ value: 1n }, { value: 0n, scriptPubKey: script }] });
      await writeFile(file, bytesOf(tx));
      const { stdout } = await promisify(execFile)('ord', ['--regtest', 'decode', `--file=${file}`]);
      const { inscriptions, runestone } = JSON.parse(stdout) as Decoded;
      const hex = Buffer.from(bytesOf(tx)).toString('hex');
      expect({ hex, found: inscriptionsOf(witness) }).toEqual({ hex, found: inscriptions.map(inscriptionOf) });
      const found = runestoneOf(tx.outputs.map(({ scriptPubKey }) => scriptPubKey));
      expect({ hex, found: comparable(found) }).toEqual({ hex, found: runestone === null ? undefined : runestoneFrom(runestone) });
    }
  });
});

type Bytes = number[] | null;
type Decoded = {
  inscriptions: { payload: { body: Bytes; content_type: Bytes; content_encoding: Bytes; metaprotocol: Bytes } }[];
  runestone: { Runestone: OrdRunestone } | { Cenotaph: object } | null;
};
type OrdRunestone = {
  edicts: { id: string; amount: number; output: number }[];
  etching: { divisibility: number | null; premine: number | null; symbol: string | null; turbo: boolean; terms: object | null } | null;
  mint: string | null;
  pointer: number | null;
};

function inscriptionOf({ payload: { body, content_type, content_encoding, metaprotocol } }: Decoded['inscriptions'][number]) {
  const text = (bytes: Bytes) => (bytes === null ? undefined : Buffer.from(bytes).toString());
  return {
    contentType: text(content_type),
    contentEncoding: text(content_encoding),
    metaprotocol: text(metaprotocol),
    body: body === null ? undefined : Buffer.from(body),
  };
}

/** What both say of a runestone. */
function comparable(runestone: ReturnType<typeof runestoneOf>): object | undefined {
  if (runestone === undefined || runestone.isCenotaph) return runestone && { isCenotaph: true };
  const { edicts, etching, mint, pointer } = runestone;
  return {
    edicts: edicts.map(({ id, amount, output }) => `${id.block}:${id.tx} ${amount} ${output}`),
    etching: etching && `${etching.divisibility} ${etching.premine} ${etching.symbol} ${etching.turbo} ${etching.terms !== undefined}`,
    mint: mint && `${mint.block}:${mint.tx}`,
    pointer,
  };
}

function runestoneFrom(decoded: NonNullable<Decoded['runestone']>): object {
  if (!('Runestone' in decoded)) return { isCenotaph: true };
  const { edicts, etching, mint, pointer } = decoded.Runestone;
  return {
    edicts: edicts.map(({ id, amount, output }) => `${id} ${amount} ${output}`),
    etching:
      etching === null
        ? undefined
        : `${etching.divisibility ?? 0} ${etching.premine ?? 0} ${etching.symbol ?? undefined} ${etching.turbo} ${etching.terms !== null}`,
    mint: mint ?? undefined,
    pointer: pointer ?? undefined,
  };
}

/** Envelopes, broken ones, and what is around them. */
function randomTapscript(random: Random): Uint8Array {
  const push = (bytes: Uint8Array): number[] => [bytes.length, ...bytes];
  const field = (): number[] => [
    ...push(Uint8Array.of(random.pick([1, 2, 5, 7, 9, 11, 255]))),
    ...push(random.bytes(random.below(4)).map((byte) => 97 + (byte % 26))),
  ];
  const part = (): number[] =>
    random.pick([
      () => [0x51],
      () => [0],
      () => [0, 0x63],
      () => [0x68],
      () => [0x4f],
      () => [0x76],
      () => push(Buffer.from('ord')),
      () => [0, 0x63, ...push(Buffer.from('ord'))],
      () => [0, 0x63, ...push(Buffer.from('ord')), ...field(), ...field(), 0, ...push(random.bytes(5)), ...push(random.bytes(3)), 0x68],
      field,
    ])();
  return Uint8Array.from(Array.from({ length: 1 + random.below(8) }, part).flat());
}

/** Tags with small values, edicts, and sometimes a broken end. */
function randomRunestone(random: Random): Uint8Array {
  const tags = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 20, 22, 127];
  const fields = Array.from({ length: random.below(6) }, () => [
    random.oneIn(12) ? random.below(256) & 0x7f : random.pick(tags),
    random.pick([0, 1, 2, 3, 7, 39]),
  ]);
  const edicts = Array.from({ length: random.below(3) }, () => [random.below(4), random.below(4), random.below(100), random.below(4)]);
  const end = random.oneIn(10) ? [random.pick([0x80, 1])] : [];
  const bytes = [...fields.flat(), ...(edicts.length > 0 ? [0, ...edicts.flat()] : []), ...end];
  return Uint8Array.of(
    0x6a,
    random.oneIn(10) ? 0x51 : 0x5d,
    ...(bytes.length > 0 ? [bytes.length, ...bytes] : []),
    ...(random.oneIn(15) ? [0x51] : []),
  );
}

function isInstalled(): boolean {
  try {
    execFileSync('ord', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
