import { expect, test } from 'vitest';
import { searchDocs } from '#dist/gateway/mcp/docs-search.js';

test.each([
  ['how do I read a token balance', 'code'],
  ['mine until a cycle', 'code'],
  ['test a reorganisation', 'chaos'],
  ['use it in GitHub Actions without Docker', 'ci'],
  ['set a nonce', 'state'],
  ['fork mainnet offline', 'fork'],
  ['debug a failing call', 'debug'],
  ['why does my read see an old height', 'money-and-time'],
  ['rate limit', 'shared-network'],
  ['reuse Clarinet.toml', 'clarinet'],
])('default: the first answer to "%s" is in docs/%s.md', async (question, page) => {
  expect(await searchDocs(question)).toMatch(new RegExp(`^# docs/${page}\\.md: `));
});

test('behavior: common words alone are searched, too', async () => {
  expect(await searchDocs('what is it')).toMatch(/^# (?:README\.md|docs\/[\w-]+\.md): /);
});
