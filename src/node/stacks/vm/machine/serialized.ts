/** Serialized Clarity values (SIP-005) as hex. */
export const OK_TRUE = '0703';
export const ERR_NONE = '0809';
export const NONE = '09';
/** Before the value. */
export const SOME = '0a';

/** Whether a value is an `(err …)`, of which the VM has undone everything. */
export function isErr(hex: string): boolean {
  return hex.startsWith('08');
}

export function serializedUint(value: number | bigint): string {
  return `01${value.toString(16).padStart(32, '0')}`;
}
