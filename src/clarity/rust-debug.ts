/** Texts in the forms that Rust gives them: errors of the node are the `Debug` form of its enums. */

/** Characters that Rust's `Debug` of a string writes by name. */
const NAMED: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\0': '\\0' };
/** What it writes by number: control and format characters, white space but the blank, and marks. */
const UNPRINTABLE = /[\p{C}\p{M}"\\]|(?! )\p{Z}/gu;

/** The `Debug` form of a string. */
export function debugString(text: string): string {
  return `"${text.replace(UNPRINTABLE, (symbol) => NAMED[symbol] ?? `\\u{${symbol.codePointAt(0)?.toString(16)}}`)}"`;
}

/** The `Debug` form of an enum variant with these parts, each in its own `Debug` form. */
export function debugVariant(name: string, parts: readonly string[]): string {
  return parts.length === 0 ? name : `${name}(${parts.join(', ')})`;
}

/** The `Debug` form of a principal of an account. */
export function debugStandard(address: string): string {
  return `StandardPrincipalData(${address})`;
}

/** The `Debug` form of a contract's id. @param contract as text: address, dot, name */
export function debugContract(contract: string): string {
  const dot = contract.indexOf('.');
  const [issuer, name] = [contract.slice(0, dot), contract.slice(dot + 1)];
  return `QualifiedContractIdentifier { issuer: ${debugStandard(issuer)}, name: ContractName(${debugString(name)}) }`;
}

/** The `Debug` form of a trait's id. */
export function debugTrait({ contract, name }: { readonly contract: string; readonly name: string }): string {
  return `TraitIdentifier { name: ClarityName(${debugString(name)}), contract_identifier: ${debugContract(contract)} }`;
}
