import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allPlanted } from './planted/all.js';

test.each(allPlanted.map(({ generator, name, file, find }) => [`${generator}: ${name}`, file, find] as const))(
  'behavior: %s has its one place in the compiled code',
  (_, file, find) => {
    expect(readFileSync(new URL(`../../dist/${file}`, import.meta.url), 'utf8').split(find)).toHaveLength(2);
  },
);
