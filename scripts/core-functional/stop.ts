// Finds in the output of a script at what it stopped.

const LENGTH = 180;

/** Returns the first error of a script, with what differs from run to run left out. */
export function stopOf(output: string): string {
  const skip = /Test Skipped: (.*)/.exec(output)?.[1];
  if (skip !== undefined) return tidy(skip);
  const lines = output.split('\n');
  const start = lines.findIndex((line) => line.startsWith('Traceback (most recent call last)'));
  const errors = lines.slice(start === -1 ? 0 : start).filter((line) => /^[\w.]*(?:Error|Exception|Expired|Exit)\b/.test(line));
  const frames = lines.slice(start === -1 ? 0 : start).flatMap((line) => /File "[^"]*functional\/(\w+\.py)", line (\d+)/.exec(line)?.[2] ?? []);
  const place = frames.at(-1) === undefined ? '' : `line ${frames.at(-1)}: `;
  // The framework's error of a node that did not start has the node's own words in the lines after it.
  const error = errors[0] ?? lines.findLast((line) => line.trim() !== '') ?? 'no output';
  const word = lines.find((line) => /^Error: |Error: the node does not have/.test(line));
  return tidy(`${place}${error}${error.includes('FailedToStart') && word !== undefined && !error.includes(word) ? ` ${word}` : ''}`);
}

function tidy(text: string): string {
  const plain = text
    .replace(/^line (\d+): (?:test_framework\.)?\w*\.?(JSONRPCException|FailedToStartError)/, 'line $1: $2')
    .replace(/\/[^\s'"]*\/(?=[\w.-]+)/g, '')
    .replace(/\b[0-9a-f]{16,}\b/g, '…')
    .replace(/\b\d+\.\d{4,}\b|\b\d{5,}\b/g, 'N')
    .replace(/\s+/g, ' ')
    .trim();
  return plain.length > LENGTH ? `${plain.slice(0, LENGTH)}…` : plain;
}
