import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import { ownCommand } from '#platform/own-command.js';
import { DevnetError, invalid, messageOf } from '../../base/error.js';
import { ownValue } from '../../base/own-value.js';
import type { GatewayClient } from '../../network/connected.js';
import { network } from '../../network/operations.js';
import {
  type Body,
  connectTo,
  DebugClient,
  encodeMessage,
  listOf,
  MessageReader,
  numberOf,
  objectOf,
  textOf,
} from '../../tools/debugger.js';
import { ask } from '../ask.js';
import type { Output } from '../output.js';

const HELP = `s  step in        n  next line     o  step out     c  continue
b  step back      r  continue backwards
w  where          v  variables     p <expression>  evaluate
break <file or contract>:<line>     q  quit`;

const MOVES: Readonly<Record<string, string>> = {
  s: 'stepIn',
  n: 'next',
  o: 'stepOut',
  c: 'continue',
  b: 'stepBack',
  r: 'reverseContinue',
};

/**
 * `debug <txid>`: steps through a mined transaction with commands from `input`.
 * @throws DevnetError INVALID_INPUT, NOT_FOUND, UNSUPPORTED for a network without debugger
 */
export async function debug(gateway: GatewayClient, output: Output, txid: string, input: Readable): Promise<void> {
  const url = await debuggerOf(gateway, txid);
  const events: { event: string; body: Body }[] = [];
  let notify = (): void => undefined;
  const debuggee = await DebugClient.connect(url, (event, body) => {
    events.push({ event, body });
    notify();
  });
  /** Waits until the execution stops. @returns undefined if it is over */
  const stopped = async (): Promise<Body | undefined> => {
    for (;;) {
      const next = events.shift();
      if (next?.event === 'stopped') return next.body;
      if (next?.event === 'output') output.line((textOf(next.body, 'output') ?? '').trimEnd());
      if (next?.event === 'terminated') return undefined;
      if (next === undefined) await new Promise<void>((resolve) => (notify = resolve));
    }
  };
  try {
    await debuggee.ask('initialize');
    await debuggee.ask('attach', { transaction: txid });
    await debuggee.ask('configurationDone');
    let stop = await stopped();
    if (stop === undefined) throw new DevnetError('NOT_FOUND', `no transaction of the chain has the txid ${txid}`);
    output.line(HELP);
    await showPlace(debuggee, output, stop);
    // `for await` keeps lines that come early. `question()` would lose them.
    for await (const line of createInterface({ input })) {
      const [word = '', ...rest] = line.trim().split(/\s+/);
      if (word === 'q') break;
      try {
        const command = ownValue(MOVES, word);
        if (command === undefined) await look(debuggee, output, stop, word, rest.join(' '));
        else {
          await debuggee.ask(command, { threadId: stop['threadId'] });
          stop = await stopped();
          if (stop === undefined) break;
          await showPlace(debuggee, output, stop);
        }
      } catch (error) {
        output.line(output.red(messageOf(error)));
        if (stop === undefined) break;
      }
    }
  } finally {
    debuggee.close();
    input.destroy();
  }
}

/** `debug <txid> --stdio`: a debug adapter on standard input and output, for editors that start one. */
export async function debugOnStdio(gateway: GatewayClient, txid: string, input: Readable, output: Writable): Promise<void> {
  const socket = await connectTo(await debuggerOf(gateway, txid));
  const reader = new MessageReader();
  socket.pipe(output, { end: false });
  let failure: unknown;
  input.on('data', (bytes: Uint8Array) => {
    try {
      for (const message of reader.push(bytes)) {
        const begins = message.type === 'request' && ['launch', 'attach'].includes(message.command);
        socket.write(encodeMessage(begins ? { ...message, arguments: { ...message.arguments, transaction: txid } } : message));
      }
    } catch (error) {
      failure = new DevnetError('INVALID_INPUT', `standard input: ${messageOf(error)}`, { cause: error });
      socket.destroy();
    }
  });
  input.on('end', () => socket.end());
  await new Promise((resolve) => socket.on('close', resolve));
  input.destroy();
  if (failure !== undefined) throw failure;
}

async function debuggerOf(gateway: GatewayClient, txid: string): Promise<string> {
  if (!/^(0x)?[0-9a-f]{64}$/i.test(txid)) throw invalid('txid', '64 hex digits, with or without 0x', txid);
  const { dap } = (await ask(gateway, network.status)).answer().urls;
  if (dap !== undefined) return dap;
  throw new DevnetError(
    'UNSUPPORTED',
    `The network has no debugger. Start it with --dap <port>, for example: ${ownCommand('up --dap 4711')}`,
  );
}

async function showPlace(client: DebugClient, output: Output, stop: Body): Promise<void> {
  const text = textOf(stop, 'text');
  if (text !== undefined) output.line(output.bold(text));
  const [frame] = await framesOf(client, stop);
  if (frame === undefined) return;
  const line = numberOf(frame, 'line') ?? 1;
  const { content } = await client.ask('source', { source: objectOf(frame, 'source') });
  const code = String(content).split('\n')[line - 1] ?? '';
  output.line(`${output.bold(`${textOf(frame, 'name')}:${line}`)}  ${code}`);
}

async function look(client: DebugClient, output: Output, stop: Body, word: string, rest: string): Promise<void> {
  const frames = await framesOf(client, stop);
  const frameId = frames[0]?.['id'];
  switch (word) {
    case 'w':
      for (const frame of frames) output.line(`${textOf(frame, 'name')}:${numberOf(frame, 'line')}`);
      return;
    case 'v': {
      const { scopes } = { scopes: listOf(await client.ask('scopes', { frameId }), 'scopes') };
      for (const scope of scopes) {
        const found = await client.ask('variables', { variablesReference: scope['variablesReference'] });
        for (const one of listOf(found, 'variables')) output.line(`${textOf(one, 'name')} = ${textOf(one, 'value')}`);
      }
      return;
    }
    case 'p':
      output.line(String((await client.ask('evaluate', { expression: rest, frameId }))['result']));
      return;
    case 'break': {
      const [, path = rest, line = '1'] = /^(.*):(\d+)$/.exec(rest) ?? [];
      const answer = await client.ask('setBreakpoints', { source: { path }, breakpoints: [{ line: Number(line) }] });
      for (const one of listOf(answer, 'breakpoints'))
        output.line(textOf(one, 'message') ?? `stops at line ${numberOf(one, 'line')} of ${path}`);
      return;
    }
    default:
      output.line(HELP);
  }
}

async function framesOf(client: DebugClient, stop: Body): Promise<readonly Body[]> {
  return listOf(await client.ask('stackTrace', { threadId: stop['threadId'] }), 'stackFrames');
}
