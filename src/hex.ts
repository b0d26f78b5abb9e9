/** Hex text with 0x in front, whether it had that or not. */
export function with0x(hex: string): string {
  return hex.startsWith('0x') ? hex : `0x${hex}`;
}

/** Hex text without 0x in front, whether it had that or not. */
export function without0x(hex: string): string {
  return hex.startsWith('0x') ? hex.slice(2) : hex;
}

/** Bytes as hex with 0x in front. */
export function hex0x(bytes: Buffer): string {
  return `0x${bytes.toString('hex')}`;
}
