// Finds in the output of a script at what it stopped.

const LENGTH = 180;
/** A line of the script itself in a traceback. */
const PLACE = /^ {2}File "[^"]*functional\/\w+\.py", line (\d+)/;

/** Returns the first error of a script, with what differs from run to run left out. */
export function stopOf(output: string): string {
  const skip = /Test Skipped: (.*)/.exec(output)?.[1];
  if (skip !== undefined) return tidy(skip);
  const whole = output.split('\n');
  const start = whole.findIndex((line) => line.startsWith('Traceback (most recent call last)'));
  const lines = start === -1 ? whole : whole.slice(start);
  const end = lines.findIndex((line) => /^[\w.]*(?:Error|Exception|Expired|Exit)\b/.test(line));
  const error = lines[end] ?? whole.findLast((line) => line.trim() !== '') ?? 'no output';
  // Of chained errors, the first may be of the framework alone.
  const place = lastPlace(lines.slice(0, Math.max(end, 0))) ?? lastPlace(lines);
  return tidy(`${place === undefined ? '' : `line ${place.line}: `}${errorText(error, place?.source ?? '', lines)}`);
}

/** Returns the last line of the script itself before an error. What it calls of the framework says less. */
function lastPlace(lines: readonly string[]): { line: string; source: string } | undefined {
  const index = lines.findLastIndex((line) => PLACE.test(line));
  const line = PLACE.exec(lines[index] ?? '')?.[1];
  return line === undefined ? undefined : { line, source: (lines[index + 1] ?? '').trim() };
}

/** An error that says little gets the line of the script, or the words of the node that did not start. */
function errorText(error: string, source: string, lines: readonly string[]): string {
  const words = lines.find((line) => /^error: /i.test(line));
  if (error.includes('FailedToStartError')) return words === undefined || error.includes(words) ? error : `${error} ${words}`;
  if (error.includes('Method not found')) return `Method not found: ${/\.([a-z]{9,})\b/.exec(source)?.[1] ?? source}`;
  if (error.includes("Predicate ''''")) return `timeout at ${source}`;
  return /^\w+$|No exception raised|not\(/.test(error) ? `${error} at ${source}` : error;
}

function tidy(text: string): string {
  const plain = text
    .replace(/\btest_framework\.\w+\./, '')
    .replace(/FailedToStartError: \[node (\d+)\] bitcoind exited with status \d+ during initialization\./, 'node $1 did not start:')
    .replace(/\/[^\s'"]*\/(?=[\w.-]+)/g, '')
    .replace(/\b[0-9a-f]{10,}\b/g, '…')
    .replace(/\b\d+\.\d{4,}\b|(?<!-)\b\d{5,}\b/g, 'N')
    .replace(/\s+/g, ' ')
    .trim();
  return plain.length > LENGTH ? `${plain.slice(0, LENGTH)}…` : plain;
}
