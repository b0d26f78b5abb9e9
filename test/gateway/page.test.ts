import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { connectDevnet, startDevnet } from 'stacks-devnet';
import { expect, test } from 'vitest';
import { packageRoot } from '#dist/platform/node/package-root.js';

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

test('default: browsers get the page, everybody else JSON', async () => {
  await using devnet = await startDevnet();
  const get = (accept?: string) => fetch(`${devnet.urls.gateway}/`, { headers: accept === undefined ? {} : { accept } });
  const page = await get(browser);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.headers.get('vary')).toContain('Accept');
  expect(page.headers.get('set-cookie')).toBeNull();
  expect(page.headers.get('cache-control')).toBe('no-cache');
  expect(page.headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; " +
      "form-action 'none'; frame-ancestors 'none'",
  );
  for (const accept of [undefined, '*/*', 'application/json', 'text/html;q=0', 'text/htmlx']) {
    const answer = await get(accept);
    expect(answer.headers.get('content-type'), `${accept}`).toContain('application/json');
    expect(answer.headers.get('vary')).toContain('Accept');
    expect(await answer.json()).toMatchObject({ name: 'stacks-devnet', links: { ready: '/ready' } });
  }
  // HTML that a page of another site puts into a frame or a script would be no use, but nothing else is HTML either.
  const elsewhere = await fetch(`${devnet.urls.gateway}/ready`, { headers: { accept: browser } });
  expect(elsewhere.headers.get('content-type')).toContain('application/json');
});

test('default: browsers keep the files of the page, because their names change with them', async () => {
  await using devnet = await startDevnet();
  const html = await (await fetch(`${devnet.urls.gateway}/`, { headers: { accept: browser } })).text();
  const names = [...html.matchAll(/"(page\/[^"]+)"/g)].map(([, name]) => name ?? '');
  expect(names.map((name) => name.replace(/-\w+\./, '.'))).toEqual(['page/page.css', 'page/page.js']);
  for (const name of names) {
    const file = await fetch(`${devnet.urls.gateway}/${name}`);
    expect(file.status).toBe(200);
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(file.headers.get('content-type')).toMatch(name.endsWith('.js') ? /^text\/javascript/ : /^text\/css/);
  }
});

test('error: nothing else of the package can be read', async () => {
  await using devnet = await startDevnet();
  for (const name of ['page.html', 'cli.js', '..%2fpackage.json', 'page-00000000.js']) {
    const answer = await fetch(`${devnet.urls.gateway}/page/${name}`);
    expect(answer.status, name).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 'NOT_FOUND' });
  }
});

test('default: the page has at most 150 kB, compressed', () => {
  const bundle = new URL('bundle/', packageRoot);
  const files = readdirSync(bundle).filter((name) => /^page[-.]/.test(name));
  expect(files).toHaveLength(3);
  const size = files.reduce((sum, name) => sum + gzipSync(readFileSync(new URL(name, bundle))).length, 0);
  expect(size).toBeLessThanOrEqual(150_000);
});

test('option: without the page everybody gets JSON', async () => {
  await using devnet = await startDevnet({ page: { enabled: false } });
  expect(devnet.urls.page).toBeUndefined();
  const answer = await fetch(`${devnet.urls.gateway}/`, { headers: { accept: browser } });
  expect((await answer.json()) as object).not.toHaveProperty('links.page');
  expect((await fetch(`${devnet.urls.gateway}/page/page.js`)).status).toBe(404);
});

test('default: its URL is known in code, also after connecting', async () => {
  await using devnet = await startDevnet();
  await using connected = await connectDevnet(devnet.urls.gateway);
  expect(devnet.urls.page).toBe(`${devnet.urls.gateway}/`);
  expect(connected.urls.page).toBe(devnet.urls.page);
});
