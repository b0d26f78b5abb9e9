import { readFileSync } from 'node:fs';
import { validate } from '@readme/openapi-parser';
import { expect, test } from 'vitest';
import { createOpenApi } from '#dist/gateway/openapi.js';
import { testGateway } from './support/gateway.js';

const root = new URL('../../', import.meta.url);

test('default: the committed document is that of the routes (npm run generate)', async () => {
  const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
  const committed = JSON.parse(readFileSync(new URL('docs/openapi.json', root), 'utf8'));
  expect(JSON.parse(JSON.stringify(await createOpenApi(version)))).toEqual(committed);
});

test('behavior: the document is valid OpenAPI 3.1', async () => {
  const document = JSON.parse(JSON.stringify(await createOpenApi('1.2.3')));
  expect(document.openapi).toBe('3.1.0');
  expect(await validate(document)).toMatchObject({ valid: true });
});

test('behavior: it is served, made at the first request', async () => {
  await using gateway = await testGateway();
  const [first, second] = await Promise.all([gateway.app.inject('/openapi.json'), gateway.app.inject('/openapi.json')]);
  expect(first.statusCode).toBe(200);
  expect(first.body).toBe(second.body);
  expect(Object.keys(first.json().paths)).toContain('/extended/v1/faucets/btc');
  expect(first.json().info.version).toBe('1.2.3');
});

test('behavior: every operation has an id, a summary and described answers', async () => {
  const { paths } = JSON.parse(JSON.stringify(await createOpenApi('1.2.3')));
  const operations = Object.values<Record<string, Operation>>(paths).flatMap((path) => Object.values(path));
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  for (const { operationId, summary, responses } of operations) {
    expect(summary, operationId).toBeTruthy();
    for (const { description } of Object.values(responses)) expect(description, operationId).not.toBe('Default Response');
  }
});

test('behavior: a request needs the bodies that the document requires, and no other', async () => {
  await using gateway = await testGateway();
  const { paths } = JSON.parse(JSON.stringify(await createOpenApi('1.2.3')));
  const routes = Object.entries<Record<string, Operation>>(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { requestBody }]) => ({ path, method, requestBody })),
  );
  const required = new Map(routes.flatMap(({ path, requestBody }) => (requestBody === undefined ? [] : [[path, requestBody.required]])));
  expect(required.get('/devnet/v1/snapshots')).toBe(false);
  expect(required.get('/devnet/v1/mine')).toBe(true);
  for (const { path, method, requestBody } of routes.filter(
    (route) => route.requestBody !== undefined && /^\/(devnet|extended)\/[^{]*$/.test(route.path),
  )) {
    const answer = await gateway.app.inject({ method: method as 'POST', url: path });
    const shown = `${method} ${path}: ${answer.body.slice(0, 200)}`;
    const isFile = requestBody?.content !== undefined && !('application/json' in requestBody.content);
    if (requestBody?.required) expect(answer.statusCode, shown).toBe(isFile ? 415 : 400);
    else expect(answer.json()?.field, shown).not.toBe('body');
  }
});

test('behavior: no value of the document is a constant without a type, which generators of clients reject', async () => {
  const untyped: object[] = [];
  JSON.stringify(await createOpenApi('1.2.3'), (_key, value) => {
    const values: unknown[] = value?.enum ?? [];
    if (values.some((each) => typeof each !== 'string') && value.type === undefined) untyped.push(value);
    return value;
  });
  expect(untyped.filter((schema) => !('oneOf' in schema))).toEqual([]);
});

type Operation = {
  operationId: string;
  summary: string;
  responses: Record<string, { description: string }>;
  requestBody?: { required: boolean; content?: object };
};
