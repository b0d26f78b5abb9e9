import { networkInterfaces } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { checkPort } from '#dist/platform/node/check-port.js';
import { listenError } from '#dist/platform/node/port-taken.js';
import { publishState } from '#dist/platform/node/run-state.js';
import { child, emptyHome } from '../../cli/child.js';

const attempt = { field: 'ports.gateway', host: '127.0.0.1', port: 3999 };

/** Another program that listens on a free port until the end of the scope. */
async function otherProgram(env: NodeJS.ProcessEnv) {
  const script = "const s = require('node:net').createServer().listen(0, '127.0.0.1', () => console.log(s.address().port))";
  const running = child(['-e', script], env, { program: [process.execPath] });
  return {
    port: Number(await running.line(/^\d+$/)),
    pid: running.process.pid,
    [Symbol.asyncDispose]: () => running[Symbol.asyncDispose](),
  };
}

test('default: a free port passes, and 0', async () => {
  await expect(checkPort({ ...attempt, port: 0 })).resolves.toBeUndefined();
});

test.runIf(process.platform === 'linux')('error: a port of another program', async () => {
  using home = emptyHome();
  await using other = await otherProgram(home.env);
  const env = { XDG_STATE_HOME: path.join(home.path, 'state') };
  // This process publishes a devnet, but does not use the port.
  const withdraw = await publishState(env, { url: 'http://127.0.0.1:1', engine: 'embedded' }, () => undefined);
  await expect(checkPort({ ...attempt, port: other.port }, env)).rejects.toMatchObject({
    code: 'PORT_TAKEN',
    field: 'ports.gateway',
    message:
      `Port ${other.port} is in use by node (pid ${other.pid}). ` +
      'Stop that program, or set ports.gateway to another port (0 for a free one; --ports auto on the command line). ' +
      'Networks that run at the same time, as in test workers, need free ports each.',
  });
  await withdraw();
});

test('error: a port without a configuration key has no --ports auto', async () => {
  const error = await listenError(Object.assign(new Error('in use'), { code: 'EADDRINUSE' }), {
    field: 'port',
    host: '127.0.0.1',
    port: 1,
  });
  expect(error).toMatchObject({
    code: 'PORT_TAKEN',
    message:
      'Port 1 is in use by another program. Stop that program, or set port to another port (0 for a free one). ' +
      'Networks that run at the same time, as in test workers, need free ports each.',
  });
});

test.each([
  ['EACCES', 'ports.gateway: expected a port that this user may listen on, received 3999. Ports below 1024 need administrator rights.'],
])('error: %s', async (code, message) => {
  expect(await listenError(Object.assign(new Error(code), { code }), attempt)).toMatchObject({ code: 'INVALID_INPUT', message });
});

test.each(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'ENOTFOUND'])(
  'error: %s names the addresses that there are, such as ::1 without IPv4',
  async (code) => {
    const loopback = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .find(({ internal }) => internal)?.address;
    expect(await listenError(Object.assign(new Error(code), { code }), attempt)).toMatchObject({
      code: 'INVALID_INPUT',
      field: 'host',
      message: expect.stringMatching(
        /^host: expected an address of this machine, received "127\.0\.0\.1"\. It has .+\. Set host, for example --host \S+\.$/,
      ),
      hint: expect.stringContaining(`--host ${loopback}.`),
    });
  },
);

test('behavior: any other error stays as it is', async () => {
  const error = new Error('odd');
  expect(await listenError(error, attempt)).toBe(error);
});
