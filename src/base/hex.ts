/** Returns hex with the prefix 0x. */
export function with0x(hex: string): string {
  return hex.startsWith('0x') ? hex : `0x${hex}`;
}

/** Returns hex without the prefix 0x. */
export function without0x(hex: string): string {
  return hex.startsWith('0x') ? hex.slice(2) : hex;
}

/** Formats bytes as hex with the prefix 0x. */
export function hex0x(bytes: Buffer): string {
  return `0x${bytes.toString('hex')}`;
}
