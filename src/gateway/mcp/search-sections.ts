/** Words of questions that every page has. */
const COMMON = new Set(
  [
    'a about an and are as at be by can do does for from get how i in is it its me my of on or',
    'that the this to use what when why with you your',
  ].flatMap((line) => line.split(' ')),
);

/** The longest word for which similar ones are searched: time and memory grow with its length. Longer ones are searched as they are. */
const LONGEST_WORD = 40;

/** An index of MiniSearch. */
type Engine<Result> = { search(query: string, options: object): Result[] };

/**
 * Finds sections of pages, for the tool of agents and for the site: those with all words of the query come first. Words that every page has
 * count only if there are no others.
 * @param options further ones of MiniSearch
 */
export function searchSections<Result extends { id: unknown }>(engine: Engine<Result>, query: string, options: object): Result[] {
  const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}_.-]+/gu))];
  const telling = words.filter((word) => !COMMON.has(word));
  const text = (telling.length > 0 ? telling : words).join(' ');
  const ask = (combineWith: 'AND' | 'OR'): Result[] =>
    engine.search(text, {
      combineWith,
      prefix: (word: string) => word.length > 2,
      fuzzy: (word: string) => word.length <= LONGEST_WORD && 0.2,
      ...options,
    });
  return [...new Map([...ask('AND'), ...ask('OR')].map((result) => [result.id, result])).values()];
}
