import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startDevnet } from 'stacks-devnet';
import { describe, expect, test } from 'vitest';
import { documentedExamples } from './examples.js';
import { exampleTests } from './examples-suite.js';

const run = promisify(execFile);

// Those of the other pages are in examples.long.test.ts.
exampleTests((file) => file === 'README.md');

describe('curl examples', () => {
  // A stream (-N) ends with its reader.
  const commands = documentedExamples()
    .filter((example) => example.language === 'sh')
    .flatMap((example) => example.code.split('\n').filter((line) => line.startsWith('curl ') && !line.startsWith('curl -N ')));

  test('default', async () => {
    expect(commands.length).toBeGreaterThan(0);
    await using devnet = await startDevnet();
    for (const command of commands) {
      const { stdout } = await run('bash', [
        '-c',
        command
          .replace('curl ', 'curl --fail --silent --show-error ')
          .replaceAll(/http:\/\/(localhost|127\.0\.0\.1):3999/g, String(devnet.urls.gateway)),
      ]);
      expect(JSON.parse(stdout), command).not.toHaveProperty('error');
    }
  });
});
