import { Cl } from '@stacks/transactions';
import { connectDevnet, type DevnetEvent } from 'stacks-devnet';
import { expect, test } from 'vitest';
import { bootDevnet } from '../../../devnet.js';
import { COUNTER, callAndWait, contracts, DEPLOYER, printed } from './printing.js';

const ADDED = '(tuple (by ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5) (step u5) (topic "added"))';
const LOGGER = `${DEPLOYER}.logger`;

test('default: receipts and events have the decoded value beside raw_value', async () => {
  await using devnet = await bootDevnet({ gateway: true, contracts });
  await using connected = await connectDevnet(devnet.urls.gateway);
  const events: DevnetEvent[] = [];
  devnet.subscribe((event) => events.push(event));
  const { txid, events: own } = await callAndWait(devnet, COUNTER, 'add', [Cl.uint(5)]);
  const decoded = {
    type: 'contract_event',
    contract_event: {
      contract_identifier: COUNTER,
      topic: 'print',
      raw_value: expect.stringMatching(/^0x0c00000003/),
      value: { repr: ADDED, json: { by: 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5', step: '5', topic: 'added' } },
    },
  };
  expect(own[0]).toMatchObject(decoded);
  expect(printed(events)).toEqual([ADDED, '(tuple (event "total") (total u5))']);
  expect((await connected.stacks.receipt(txid))?.events[0]).toMatchObject(decoded);
  const waited = (await (await fetch(`${devnet.urls.gateway}/devnet/v1/tx/${txid}/wait`)).json()) as { events: unknown[] };
  expect(waited.events[0]).toMatchObject(decoded);
});

test('behavior: bodies of the node and of the Stacks API stay as they are', async () => {
  await using devnet = await bootDevnet({ gateway: true, contracts });
  const { txid } = await callAndWait(devnet, LOGGER, 'log');
  const shown = (await (await fetch(`${devnet.urls.gateway}/extended/v1/tx/${txid}`)).json()) as { events: { contract_log: unknown }[] };
  expect(shown.events[0]?.contract_log).toEqual({
    contract_id: LOGGER,
    topic: 'print',
    value: { hex: expect.stringMatching(/^0x0b/), repr: '(list (some u1) none)' },
  });
});

test('behavior: a filter selects by contract and topic, and changes nothing for other subscribers', async () => {
  await using devnet = await bootDevnet({ gateway: true, contracts });
  await using connected = await connectDevnet(devnet.urls.gateway);
  const collect = (filter?: Parameters<typeof devnet.subscribe>[1], from = devnet): DevnetEvent[] => {
    const events: DevnetEvent[] = [];
    from.subscribe((event) => events.push(event), filter);
    return events;
  };
  const all = collect();
  const ofCounter = collect({ contract: COUNTER });
  const totals = collect({ topic: 'total' });
  const prints = collect({ topic: 'print', contract: LOGGER });
  const nothing = collect({ topic: 'added', contract: LOGGER });
  const far = collect({ contract: COUNTER, topic: 'added' }, connected);
  const farAll = collect(undefined, connected);
  // Its answer comes after the stream of events is open.
  await connected.setMining({ stacks: 'auto' });
  await callAndWait(devnet, COUNTER, 'add', [Cl.uint(5)]);
  await callAndWait(devnet, COUNTER, 'refuse');
  await callAndWait(devnet, LOGGER, 'log');
  await devnet.bitcoin.mine();

  const total = '(tuple (event "total") (total u5))';
  expect(printed(ofCounter)).toEqual([ADDED, total]);
  expect(ofCounter.map(({ type }) => type)).toEqual(['stacks.block']);
  expect(printed(totals)).toEqual([total]);
  expect(printed(prints)).toEqual(['((some u1) none)']);
  expect(nothing).toEqual([]);
  expect(printed(all)).toEqual([ADDED, total, '((some u1) none)']);
  await expect.poll(() => printed(farAll)).toEqual([ADDED, total, '((some u1) none)']);
  expect(printed(far)).toEqual([ADDED]);
});

test('behavior: a filtered subscription hears that blocks were undone', async () => {
  await using devnet = await bootDevnet({ gateway: true, contracts });
  const types: string[] = [];
  devnet.subscribe(({ type }) => types.push(type), { contract: COUNTER });
  const id = await devnet.snapshot();
  await callAndWait(devnet, COUNTER, 'add', [Cl.uint(1)]);
  await devnet.restore(id);
  expect(types).toEqual(['stacks.block', 'restored']);
});

test('behavior: GET /devnet/v1/events filters, too', async () => {
  await using devnet = await bootDevnet({ gateway: true, contracts });
  const ending = new AbortController();
  const stream = await fetch(`${devnet.urls.gateway}/devnet/v1/events?contract=${COUNTER}&topic=total`, { signal: ending.signal });
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  await callAndWait(devnet, LOGGER, 'log');
  await callAndWait(devnet, COUNTER, 'add', [Cl.uint(2)]);
  let text = '';
  while (!/^data: .*\n\n/m.test(text)) text += (await reader?.read())?.value ?? '';
  ending.abort();
  expect(text.match(/^event: .*$/gm)).toEqual(['event: stacks.block']);
  expect(text).toContain('"value":{"repr":"(tuple (event \\"total\\") (total u2))","json":{"event":"total","total":"2"}}');
  expect(text).not.toContain('added');
});

test('error: filters that cannot match anything', async () => {
  await using devnet = await bootDevnet({ gateway: true });
  const subscribe = (filter: unknown) => () => devnet.subscribe(() => undefined, filter as { contract: string });
  expect(subscribe({ contract: 'counter' })).toThrow(
    /^contract: expected the principal of a contract, .*, received "counter"\. Put the deployer's/,
  );
  expect(subscribe({ contract: DEPLOYER })).toThrow(/This is an account\. Add a dot and the name of the contract\./);
  expect(subscribe({ contract: `${DEPLOYER}.` })).toThrow(/^contract: expected/);
  expect(subscribe({ topic: '' })).toThrow(/^topic: expected text, received ""/);
  expect(subscribe({ contracts: COUNTER })).toThrow(/^contracts: unknown key of a filter; did you mean contract\?/);
  expect(subscribe('counter')).toThrow(/^filter: expected an object/);

  const ask = async (query: string) => {
    const answer = await fetch(`${devnet.urls.gateway}/devnet/v1/events?${query}`);
    return { status: answer.status, ...((await answer.json()) as object) };
  };
  expect(await ask('contract=counter')).toMatchObject({ status: 400, code: 'INVALID_INPUT', field: 'contract' });
  expect(await ask('topic=')).toMatchObject({ status: 400, field: 'topic' });
  expect(await ask(`contract=${COUNTER}&contract=${LOGGER}`)).toMatchObject({ status: 400, field: 'contract' });
  expect(await ask('topics=print')).toMatchObject({ status: 400, field: 'topics' });

  await using connected = await connectDevnet(devnet.urls.gateway);
  expect(() => connected.subscribe(() => undefined, { contract: 'counter' })).toThrow(/^contract: expected/);
});
