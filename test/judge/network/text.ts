/** A value as JSON: whole numbers without limit become text. */
export function text(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? `${inner}` : inner)) ?? 'null');
}
