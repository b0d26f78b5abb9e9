/**
 * JSON in which `bigint` is written as an exact number, also beyond 2^53: the node's amounts and nonces are 64 and 128 bits.
 */
export function stringify(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return `[${value.map((item) => stringify(item ?? null)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members: string[] = [];
    for (const [key, member] of Object.entries(value)) {
      if (member !== undefined) members.push(`${JSON.stringify(key)}:${stringify(member)}`);
    }
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value ?? null);
}
