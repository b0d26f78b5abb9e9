import { expect, test } from 'vitest';
import type { Debugging } from '#dist/clarity/debug/debugging.js';
import type { DapMessage } from '#dist/tools/debugger/messages.js';
import { Session } from '#dist/tools/debugger/session.js';

test.each(['constructor', 'toString', '__proto__', 'goto'])('error: the request %s, which the adapter does not have', async (command) => {
  const sent: DapMessage[] = [];
  const debugging = { attach: () => () => undefined } as unknown as Debugging;
  const session = new Session({ debugging, files: [], send: (message) => sent.push(message), onEnd: () => undefined });
  await session.handle({ seq: 1, type: 'request', command, arguments: {} });
  expect(sent).toMatchObject([
    { type: 'response', request_seq: 1, success: false, command, message: `The request ${command} is not supported.` },
  ]);
  session.close();
});
