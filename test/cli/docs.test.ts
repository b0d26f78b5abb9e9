import { expect, test } from 'vitest';
import { createProgram } from '#dist/cli/create-program.js';
import { documentedExamples } from '../docs/examples.js';
import { silentContext } from './in-process.js';

/** The command lines in the shell examples of all pages. */
const commandLines = documentedExamples()
  .filter(({ language }) => language === 'sh')
  .flatMap(({ code }) => [...code.matchAll(/(?<=\bstacks-devnet |npm run devnet -- )[^\n#]*/g)])
  .map(([line]) => line.trim());

test('default: the examples are found', () => {
  expect(commandLines).toEqual(expect.arrayContaining(['exec -- npm test', 'up --rate-limit standard', 'keys create "the suite"']));
});

test.each(commandLines)('behavior: the command line accepts the example %s', async (line) => {
  const taken = createProgram(silentContext({}));
  const done: string[] = [];
  const forget = (command: typeof taken): void => {
    command.action(() => void done.push(command.name()));
    for (const nested of command.commands) forget(nested);
  };
  for (const command of taken.commands) forget(command);
  const words = (line.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''));
  await taken.parseAsync(words, { from: 'user' });
  expect(done).toHaveLength(1);
});
