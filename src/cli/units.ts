/** Formats base units as a decimal number: `formatUnits('150000000', 8)` is `1.5`. Other text is returned unchanged. */
export function formatUnits(units: string, decimals: number): string {
  if (!/^\d+$/.test(units)) return units;
  const digits = units.padStart(decimals + 1, '0');
  const whole = digits.slice(0, -decimals).replace(/^0+(?=\d)/, '');
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
