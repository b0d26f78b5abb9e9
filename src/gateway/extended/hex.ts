/** Hex without 0x. */
export function bare(hex: string): string {
  return hex.startsWith('0x') ? hex.slice(2) : hex;
}

/** Hex with 0x. */
export function prefixed(hex: string): string {
  return hex.startsWith('0x') ? hex : `0x${hex}`;
}
