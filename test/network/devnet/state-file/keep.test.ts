import { expect, onTestFinished, test } from 'vitest';
import type { PartsWriter } from '#dist/base/storage/parts-writer.js';
import { readStateFile, readWhole, writeStateFile } from '#dist/network/devnet/state-file/format.js';
import { type KeepStateOptions, keepState } from '#dist/network/devnet/state-file/keep.js';
import type { StateStore } from '#dist/platform/node/states.js';

/** A state of two parts: a chain and a name. */
function chainOf(...blocks: string[]) {
  const own = {
    blocks,
    name: 'first',
    failure: undefined as Error | undefined,
    async write(parts: PartsWriter): Promise<void> {
      const part = parts.part('chain');
      const before = part.written<string>();
      let kept = 0;
      while (kept < own.blocks.length && before[kept] === own.blocks[kept]) kept++;
      await part.tail({ kept, rest: own.blocks.slice(kept) }, (writer, block) => writer.text(block));
      if (own.failure !== undefined) throw own.failure;
      parts.part('name').wholeBytes(Buffer.from(own.name));
    },
  };
  return own;
}

/** A store in memory: a file, and a disk that may be full. */
function storeOf(bytes?: Uint8Array) {
  const own: {
    bytes: Buffer | undefined;
    failure: Error | undefined;
    prepared: number;
    isClosed: boolean;
    /** Runs when other bytes are ready to be put in place. */
    beforePut: () => Promise<void>;
    store: StateStore;
  } = {
    bytes: bytes && Buffer.from(bytes),
    failure: undefined,
    prepared: 0,
    isClosed: false,
    beforePut: async () => undefined,
    store: {
      read: async () => own.bytes,
      async cut(length) {
        own.bytes = own.bytes?.subarray(0, length);
      },
      async append(more) {
        if (own.failure !== undefined) throw own.failure;
        own.bytes = Buffer.concat([own.bytes ?? Buffer.alloc(0), more]);
      },
      async prepare(other) {
        if (own.failure !== undefined) throw own.failure;
        own.prepared++;
        await own.beforePut();
        return {
          async put(rest) {
            own.bytes = Buffer.concat([other, rest]);
          },
          discard: async () => undefined,
        };
      },
      async close() {
        own.isClosed = true;
      },
    },
  };
  return own;
}

function keep(options: Pick<KeepStateOptions, 'state' | 'store'> & Partial<KeepStateOptions>) {
  const problems: (string | undefined)[] = [];
  const keeper = keepState({
    ...{ stored: undefined, version: '1.2.3', subscribe: () => () => undefined },
    onProblem: (problem) => problems.push(problem),
    ...options,
  });
  // Its timers would go on in the tests after this one.
  onTestFinished(() => keeper.close().catch(() => undefined));
  return { ...keeper, problems };
}

/** Returns what a file has, as a later start reads it. */
async function contentOf(bytes: Uint8Array | undefined): Promise<{ chain: string; name: string; isWhole: boolean }> {
  const { parts, isWhole } = await readWhole(bytes ?? new Uint8Array());
  const text = (name: string) => Buffer.from(parts.get(name) ?? []).toString('latin1');
  return { chain: text('chain'), name: text('name'), isWhole };
}

/** Returns the bytes of a file after each of some changes. */
async function filesOf(changes: number): Promise<Buffer[]> {
  const state = chainOf('genesis');
  const kept = storeOf();
  const { flush } = keep({ state, store: kept.store });
  const files: Buffer[] = [];
  for (let change = 0; change <= changes; change++) {
    if (change > 0) state.blocks = [...state.blocks.slice(0, change % 3 === 0 ? -1 : undefined), `block ${change}`];
    state.name = `name ${change}`;
    await flush();
    files.push(Buffer.from(kept.bytes ?? []));
  }
  return files;
}

test('default: a change adds a record, and nothing else is written', async () => {
  const state = chainOf('genesis', 'one');
  const kept = storeOf();
  const { flush, close } = keep({ state, store: kept.store });
  await flush();
  const begun = Buffer.from(kept.bytes ?? []);
  expect(await contentOf(begun)).toEqual({ chain: '\x02\x07genesis\x03one', name: 'first', isWhole: true });
  await flush();
  expect(kept.bytes).toEqual(begun);
  state.blocks.push('two');
  state.name = 'second';
  await flush();
  expect(kept.bytes?.subarray(0, begun.length)).toEqual(begun);
  expect(await contentOf(kept.bytes)).toEqual({ chain: '\x03\x07genesis\x03one\x03two', name: 'second', isWhole: true });
  expect(kept.prepared).toBe(1);
  await close();
  // Without a journal, as a network writes its state at once.
  expect(kept.bytes).toEqual(Buffer.from(await writeStateFile(await readStateFile(kept.bytes as Buffer), '1.2.3')));
  expect(kept.isClosed).toBe(true);
});

test('behavior: a file that is cut off or damaged at any byte of its journal has the changes before', async () => {
  const files = await filesOf(6);
  const [begun, last] = [files[0] as Buffer, files.at(-1) as Buffer];
  const contents = await Promise.all(files.map(contentOf));
  const { length: state } = await writeStateFile(await readStateFile(begun), '1.2.3');
  const before = (length: number) =>
    contents[
      Math.max(
        0,
        files.findLastIndex((file) => file.length <= length),
      )
    ];
  for (let length = state; length <= last.length; length++) {
    const isWhole = length === state || files.some((file) => file.length === length);
    const cut = last.subarray(0, length);
    expect(await contentOf(cut), `${length} bytes`).toEqual({ ...before(length), isWhole });
    if (!isWhole) await expect(readStateFile(cut)).rejects.toThrow('bytes are no whole record of its journal');
    if (length === last.length) continue;
    const damaged = Buffer.from(last);
    damaged[length] = (damaged[length] ?? 0) ^ 0x20;
    expect(await contentOf(damaged), `byte ${length}`).toEqual({ ...before(length), isWhole: false });
  }
  // Zeros, as a disk has them after a power failure.
  expect(await contentOf(Buffer.concat([last, Buffer.alloc(100)]))).toEqual({ ...contents.at(-1), isWhole: false });
});

test('behavior: a later start goes on with the journal, without the record that is not whole', async () => {
  const files = await filesOf(4);
  const whole = files.at(-2) as Buffer;
  for (const bytes of [files.at(-1) as Buffer, (files.at(-1) as Buffer).subarray(0, -3)]) {
    const kept = storeOf(bytes);
    const stored = await readWhole(bytes);
    const isWhole = bytes === files.at(-1);
    const state = chainOf('genesis', 'block 1', 'block 3', ...(isWhole ? ['block 4'] : []));
    state.name = isWhole ? 'name 4' : 'name 3';
    const { flush } = keep({ state, store: kept.store, stored });
    await flush();
    expect(kept.bytes).toEqual(isWhole ? bytes : whole);
    state.blocks.push('later');
    await flush();
    expect(kept.prepared).toBe(0);
    expect(await contentOf(kept.bytes)).toMatchObject({ chain: expect.stringContaining('later'), isWhole: true });
  }
});

test('behavior: a state without a journal gets one; one that differs from what was loaded is replaced', async () => {
  const state = chainOf('genesis');
  const file = Buffer.from(await writeStateFile(await readStateFile((await filesOf(0))[0] as Buffer), '1.2.3'));
  state.name = 'name 0';
  const kept = storeOf(file);
  await keep({ state, store: kept.store, stored: await readWhole(file) }).flush();
  expect(kept.prepared).toBe(0);
  expect(kept.bytes?.subarray(0, file.length)).toEqual(file);
  state.name = 'another';
  await keep({ state, store: kept.store, stored: await readWhole(file) }).flush();
  expect(kept.prepared).toBe(1);
  expect(await contentOf(kept.bytes)).toMatchObject({ name: 'another' });
});

test('behavior: a full disk is said once, and when there is room again, everything is written', async () => {
  const state = chainOf('genesis');
  const kept = storeOf();
  const { flush, problems } = keep({ state, store: kept.store });
  await flush();
  const begun = Buffer.from(kept.bytes ?? []);
  kept.failure = new Error('ENOSPC: no space left on device, write');
  for (let attempt = 1; attempt <= 7; attempt++) {
    state.blocks.push(`block ${attempt}`);
    await expect(flush()).rejects.toThrow('ENOSPC');
    expect(kept.bytes).toEqual(begun);
  }
  expect(problems).toEqual(['ENOSPC: no space left on device, write']);
  kept.failure = undefined;
  await flush();
  expect(problems).toEqual(['ENOSPC: no space left on device, write', undefined]);
  expect(await contentOf(kept.bytes)).toMatchObject({ chain: expect.stringMatching(/block 1.*block 7$/), isWhole: true });
});

test('behavior: after an error of the network the whole state is written', async () => {
  const state = chainOf('genesis');
  const kept = storeOf();
  const { flush, problems } = keep({ state, store: kept.store });
  await flush();
  state.blocks.push('one');
  state.failure = new Error('the node stopped');
  await expect(flush()).rejects.toThrow('the node stopped');
  state.failure = undefined;
  state.blocks.push('two');
  await flush();
  expect(problems).toEqual(['the node stopped', undefined]);
  expect(kept.prepared).toBe(2);
  expect(await contentOf(kept.bytes)).toMatchObject({ chain: '\x03\x07genesis\x03one\x03two', isWhole: true });
});

test('behavior: a long journal becomes a state, while the journal goes on', async () => {
  const state = chainOf('genesis');
  const kept = storeOf();
  const { flush, close } = keep({ state, store: kept.store, longJournal: 2_000 });
  let atPut: { bytes: Buffer; blocks: number } | undefined;
  let goOn = (): void => undefined;
  let count = 0;
  const add = async () => {
    state.blocks = [`block ${++count} ${'x'.repeat(500)}`];
    await flush();
  };
  await add();
  const put = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  kept.beforePut = () => put;
  while (kept.prepared < 2) await add();
  // Killed now, it has everything.
  await add();
  expect(await contentOf(kept.bytes)).toMatchObject({ chain: expect.stringContaining(`block ${count} `), isWhole: true });
  atPut = { bytes: Buffer.from(kept.bytes ?? []), blocks: count };
  kept.beforePut = async () => undefined;
  goOn();
  await expect.poll(() => (kept.bytes?.length ?? 0) < (atPut?.bytes.length ?? 0)).toBe(true);
  expect(await contentOf(kept.bytes)).toEqual(await contentOf(atPut.bytes));
  await add();
  expect(await contentOf(kept.bytes)).toMatchObject({ chain: expect.stringContaining(`block ${count} `), isWhole: true });
  for (let more = 0; more < 30; more++) await add();
  expect(kept.bytes?.length).toBeLessThan(6_000);
  await close();
  expect(await contentOf(kept.bytes)).toMatchObject({ chain: expect.stringContaining(`block ${count} `), isWhole: true });
});

test('error: a journal of another format, and changes of another state', async () => {
  const [file] = (await filesOf(0)) as [Buffer];
  const { parts, checksum } = await readWhole(file);
  const state = Buffer.from(await writeStateFile(parts, '1.2.3'));
  const { journalHead, journalRecords, encodeChanges } = await import('#dist/network/devnet/state-file/journal.js');
  const head = journalHead(
    new Map([
      ['chain', [1, 8]],
      ['name', [6]],
    ]),
    checksum,
  );
  const splice = { section: 1, at: 50, removed: 0, bytes: Buffer.from('x') };
  const record = journalRecords([encodeChanges(new Map([['chain', [splice]]]))], head.end);
  await expect(readWhole(Buffer.concat([state, head.bytes, record.bytes]))).rejects.toThrow('bytes 50 to 50 of 8 are replaced');
  const begin = Buffer.from('stacks-devnet journal\n');
  const other = journalRecords([Buffer.from([2, 0])], { checksum: Buffer.from(checksum) });
  await expect(readWhole(Buffer.concat([state, begin, other.bytes]))).rejects.toThrow(
    'The journal of the state has format 2; this version reads format 1.',
  );
});
