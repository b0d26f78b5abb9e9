import path from 'node:path';
import { OF_A_USER, typeErrors } from '../../../../scripts/compiler.js';

/**
 * Checks JSON answers against the types that the client declares for them: unknown fields, missing fields and wrong types are errors.
 * @returns the compiler's messages, each with the path of its answer
 */
export function wrongAnswers(answers: readonly { path: string; body: unknown }[]): string[] {
  const fileOf = (at: number): string => path.join(import.meta.dirname, `answer-${at}.generated.ts`);
  const texts = answers.map(({ path: name, body }, at): [string, string] => [
    fileOf(at),
    `import type { OperationResponse } from '@stacks/blockchain-api-client';
export const answer: OperationResponse['${name}'] = ${JSON.stringify(body)};\n`,
  ]);
  const errors = typeErrors(
    texts.map(([file]) => file),
    OF_A_USER,
    Object.fromEntries(texts),
  );
  return answers.flatMap(({ path: name }, at) => (errors.get(fileOf(at)) ?? []).map((text) => `${name}: ${text}`));
}
