/** What clarinet-sdk says of new micro-STX. */
export function mintedStx(recipient: string, balance: bigint): string {
  return `→ ${recipient}: ${balance} µSTX`;
}

/** What clarinet-sdk says of new tokens. */
export function mintedToken(recipient: string, { token, balance }: { token: string; balance: bigint }): string {
  return `→ ${recipient}: ${balance} ${token}`;
}
