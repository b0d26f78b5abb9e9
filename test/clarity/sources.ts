import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns all Clarity sources of the tests, and those of recorded deploys. */
export function clarityOfTests(): string[] {
  const tests = join(import.meta.dirname, '..');
  const files = readdirSync(tests, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.clar') && !file.includes('node_modules'),
  );
  const deploys: readonly (readonly { readonly source: string }[])[] = JSON.parse(
    readFileSync(join(tests, 'fixtures/clarity/deploys.json'), 'utf8'),
  );
  const sources = [...files.map((file) => readFileSync(join(tests, file), 'utf8')), ...deploys.flat().map(({ source }) => source)];
  return [...new Set(sources)];
}
