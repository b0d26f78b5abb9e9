import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** One fenced code block of a document. */
export type Example = { file: string; line: number; language: string; code: string };

const root = path.resolve(import.meta.dirname, '../..');

/** Every fenced code block of README.md and docs/*.md. */
export function documentedExamples(): Example[] {
  const files = ['README.md', ...readdirSync(path.join(root, 'docs')).map((name) => `docs/${name}`)].filter((name) => name.endsWith('.md'));
  return files.flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map((match) => ({
      file,
      line: text.slice(0, match.index).split('\n').length,
      language: match[1] ?? '',
      code: match[2] ?? '',
    }));
  });
}

/** Whether an example imports a package that only `npm run test:programs` installs: test/docs/examples.programs.test.ts runs it. */
export function needsPrograms({ code }: Example): boolean {
  const { dependencies } = JSON.parse(readFileSync(path.join(root, 'test/programs/package.json'), 'utf8')) as { dependencies: object };
  return Object.keys(dependencies).some((name) => code.includes(`from '${name}'`));
}
