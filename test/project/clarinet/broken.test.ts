import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { emptyHome } from '../../cli/child.js';
import { inProcess } from '../../cli/in-process.js';
import { broken } from './broken.js';
import { copyProject, projects } from './fixture.js';

/** The messages by the names of the mistakes. */
const messages = new Map(
  readFileSync(path.join(projects, 'broken.txt'), 'utf8')
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [name = '', ...lines] = section.trimEnd().split('\n');
      return [name, lines.join('\n')] as const;
    }),
);

describe.each(Object.entries(broken))('%s', (name, breakIt) => {
  test('error: up says where, what and what to do, and exits with status 2', async () => {
    using project = copyProject();
    using home = emptyHome();
    breakIt(project);
    const { status, stderr } = await inProcess(['up', '--ports', 'auto', '--project', project.root, '--no-requirements-fetch'], home.env);
    const message = stderr.split('\n').filter((line) => !line.includes('without effect here'));
    expect(message.join('\n').replaceAll(project.root, '<root>')).toBe(messages.get(name));
    expect(status).toBe(2);
  });
});

test('default: each message is of a mistake', () => {
  expect([...messages.keys()]).toEqual(Object.keys(broken));
});
