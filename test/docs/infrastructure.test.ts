import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { child, emptyHome } from '../cli/child.js';
import { bootDevnet } from '../devnet.js';
import { documentedExamples } from './examples.js';

type Service = { image: string; command?: string; environment: Record<string, string>; volumes?: string[]; depends_on?: object };

const yamlOf = (file: string): unknown =>
  parse(documentedExamples().find((example) => example.file === file && example.language === 'yaml')?.code ?? '');
const compose = yamlOf('docs/other-languages.md') as { services: Record<string, Service>; volumes: object };
const dockerfile = readFileSync(path.resolve(import.meta.dirname, '../../compose/Dockerfile'), 'utf8');

test('default: the command of the service in a compose file keeps its state over a restart', async () => {
  const { command = '', environment, volumes } = compose.services['devnet'] as Service;
  expect(volumes).toEqual(['devnet:/cache']);
  expect(dockerfile).toContain('--chown=1000:1000 /cache /cache');
  using home = emptyHome();
  const args = [...command.replace('/cache', home.path).split(' '), '--ports', 'auto', '--json'];
  const run = async (use: (gateway: string) => Promise<void>): Promise<void> => {
    await using running = child(args, { ...home.env, ...environment });
    const { urls } = JSON.parse(await running.line(/^\{"engine"/)) as { urls: { gateway: string } };
    await use(urls.gateway);
    running.process.kill('SIGTERM');
    await running.ended;
  };
  const address = 'ST4PX1WX5WZKPAC54CX2SMX6EJPGB0JYBKH22V6E';
  const headers = { authorization: `Bearer ${environment['DEVNET_CONTROL_KEY']}` };
  await run(async (gateway) => {
    const payment = await fetch(`${gateway}/extended/v1/faucets/stx?address=${address}&wait=true`, { method: 'POST' });
    expect(payment.status).toBe(200);
  });
  await run(async (gateway) => {
    const balance = await fetch(`${gateway}/devnet/v1/balances/${address}`, { headers });
    expect(await balance.json()).toMatchObject({ stx: '500000000' });
  });
});

test('default: the suite beside it finds the network by the name of the service', () => {
  const { environment, depends_on } = compose.services['tests'] as Service;
  expect(new URL(environment['DEVNET_URL'] ?? '')).toMatchObject({ hostname: 'devnet', port: '3999' });
  expect(dockerfile).toMatch(/^EXPOSE 3999 /m);
  expect(environment['DEVNET_CONTROL_KEY']).toBe(compose.services['devnet']?.environment['DEVNET_CONTROL_KEY']);
  expect(depends_on).toEqual({ devnet: { condition: 'service_healthy' } });
  expect(dockerfile).toMatch(/^HEALTHCHECK /m);
});

test('default: a shell funds an account, mines and reads the balance with curl alone', async () => {
  const script = documentedExamples().find(({ file, language }) => file === 'docs/other-languages.md' && language === 'bash')?.code ?? '';
  await using devnet = await bootDevnet({ gateway: true, mining: { bitcoin: 'manual' } });
  const { height } = (await devnet.status()).bitcoin;
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { env: { ...process.env, DEVNET_URL: devnet.urls.gateway } });
  expect(JSON.parse(stdout)).toMatchObject({ stx: '500000000' });
  expect((await devnet.status()).bitcoin.height).toBe(height + 3);
});

test('default: Prometheus reads the metrics of a network at its usual port', async () => {
  const { scrape_configs } = yamlOf('docs/observe.md') as { scrape_configs: { static_configs: { targets: string[] }[] }[] };
  expect(scrape_configs.flatMap(({ static_configs }) => static_configs.flatMap(({ targets }) => targets))).toEqual(['127.0.0.1:3999']);
});
