/** The most suggestions that a person reads. */
const most = 3;

/**
 * Returns the names that the user may have meant, at most three: those with the words most like the words of `name`. Words are
 * compared one by one, so that `--port` finds `--ports-gateway` and `gatewayPort` finds `ports.gateway`.
 */
export function closest(name: string, names: readonly string[]): string[] {
  if (names.includes(name)) return [name];
  if (name.length > longest) return [];
  const costs = names.filter(({ length }) => length <= longest).map((candidate) => ({ candidate, cost: difference(name, candidate) }));
  const least = costs.reduce((lowest, { cost }) => Math.min(lowest, cost), Number.POSITIVE_INFINITY);
  if (least === Number.POSITIVE_INFINITY) return [];
  return costs
    .filter(({ cost }) => cost === least)
    .slice(0, most)
    .map(({ candidate }) => candidate);
}

/** The longest name that is compared: the time is that of both lengths, multiplied. */
const longest = 200;

/**
 * How much a word that only the candidate has counts, in edits: as much as one letter, so that a name with a missing letter is found, too.
 */
const missingWord = 1;

function difference(name: string, candidate: string): number {
  const wanted = wordsOf(name);
  const offered = wordsOf(candidate);
  const together = misspelling(wanted.join(''), offered.join(''));
  const missing = Math.max(0, offered.length - wanted.length);
  const differences = wanted.map((word) => Math.min(...offered.map((other) => wordDifference(word, other))));
  // A misspelt word alone says too little about a name of many: `--nope` is none of `--binaries-stacks-node`.
  const isFar = missing > 1 && differences.some((difference) => difference > 0);
  const apart = isFar ? Number.POSITIVE_INFINITY : differences.reduce((sum, difference) => sum + difference, missing * missingWord);
  return Math.min(together, apart);
}

/** `--ports-gateway`, `DEVNET_PORTS_GATEWAY` and `ports.gateway` are all `ports`, `gateway`. */
function wordsOf(name: string): string[] {
  const words = name
    .replace(/^DEVNET_/, '')
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return words.filter((word) => word !== '');
}

/** An abbreviation counts as one edit. */
function wordDifference(word: string, other: string): number {
  const shorter = Math.min(word.length, other.length);
  const isAbbreviated = word !== other && shorter >= 3 && (word.startsWith(other) || other.startsWith(word));
  return isAbbreviated ? 1 : misspelling(word, other);
}

/** The edits from one word to the other; infinite if they are more than a third of the letters. */
function misspelling(word: string, other: string): number {
  const distance = edits(word, other);
  return distance <= Math.max(1, Math.floor(word.length / 3)) ? distance : Number.POSITIVE_INFINITY;
}

/** Counts inserted, removed, replaced and swapped letters (the optimal string alignment distance), one row of the matrix at a time. */
function edits(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let line = 1; line <= from.length; line++) {
    const next = [line];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[line - 1] === to[column - 1];
      const isSwapped = from[line - 1] === to[column - 2] && from[line - 2] === to[column - 1];
      next.push(
        Math.min(
          (row[column - 1] ?? 0) + (isSame ? 0 : 1),
          (row[column] ?? 0) + 1,
          (next[column - 1] ?? 0) + 1,
          isSwapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    before = row;
    row = next;
  }
  return row[to.length] ?? 0;
}
