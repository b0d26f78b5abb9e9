/** A number of JSON as it was written, so that 1, 1.0 and 1.00000000 are three things. */
export class Numeral {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toJSON() {
    return { numeral: this.text };
  }
}

/** Parses JSON, with numbers as they were written. */
export function readJson(text: string): unknown {
  const marked = text.replace(
    /("(?:[^"\\]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g,
    (_, quoted, number) => quoted ?? `{"#":"${number}"}`,
  );
  return JSON.parse(marked, (_, value) => (isRecord(value) && typeof value['#'] === 'string' ? new Numeral(value['#']) : value));
}

/** Writes what {@link readJson} has read. */
export function writeJson(value: unknown): string {
  if (value instanceof Numeral) return value.text;
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, member]) => `${JSON.stringify(key)}:${writeJson(member)}`)
    .join(',')}}`;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Numeral);
}
