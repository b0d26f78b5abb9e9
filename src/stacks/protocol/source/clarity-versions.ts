/** The versions of Clarity that have a name, and what to write instead. */
type Versions = { from?: number; to?: number; instead?: string };

/** The names that not every version of Clarity has (stacks-core 4.0.2: `NativeFunctions` and `NativeVariables`). */
export const VERSIONED_NAMES: ReadonlyMap<string, Versions> = new Map<string, Versions>([
  ['as-contract', { to: 3, instead: 'as-contract?' }],
  ['block-height', { to: 2, instead: 'stacks-block-height or tenure-height' }],
  ['get-block-info?', { to: 2, instead: 'get-stacks-block-info? or get-tenure-info?' }],
  ['with-stacking', { from: 4, to: 5, instead: 'with-staking' }],
  ...since(2, [
    'bit-and bit-not bit-or bit-shift-left bit-shift-right bit-xor buff-to-int-be buff-to-int-le buff-to-uint-be buff-to-uint-le',
    'chain-id element-at? from-consensus-buff? get-burn-block-info? index-of? int-to-ascii int-to-utf8 is-in-mainnet is-standard',
    'principal-construct? principal-destruct? replace-at? slice? string-to-int? string-to-uint? stx-account stx-transfer-memo?',
    'to-consensus-buff? tx-sponsor?',
  ]),
  ...since(3, ['get-stacks-block-info? get-tenure-info? stacks-block-height tenure-height']),
  ...since(4, [
    'as-contract? contract-hash? current-contract restrict-assets? secp256r1-verify stacks-block-time to-ascii?',
    'with-all-assets-unsafe with-ft with-nft with-stx',
  ]),
  ...since(6, ['ed25519-verify get-bitcoin-tx-output? secp256k1-decompress? verify-merkle-proof with-pox with-staking']),
]);

function since(from: number, names: readonly string[]): [string, Versions][] {
  return names.flatMap((line) => line.split(' ')).map((name) => [name, { from }]);
}

/** How the compiler refuses a name: one that it does not know, or a definition with one that it has. */
const UNRESOLVED = /use of unresolved (?:function|variable) '([^']+)'/;
const TAKEN = /NameAlreadyUsed\("([^"]+)"\)|defining '([^']+)' conflicts/;

/** Says which version of Clarity has a name that the compiler refused, and what to do; undefined for other errors. */
export function clarityVersionHint(error: string): string | undefined {
  const [, unknown] = UNRESOLVED.exec(error) ?? [];
  const { from, to, instead } = (unknown !== undefined && VERSIONED_NAMES.get(unknown)) || {};
  const range = to === undefined ? `${from} and later` : to - (from ?? 1) === 1 ? `${from ?? 1} and ${to}` : `${from ?? 1} to ${to}`;
  if (to !== undefined) {
    return (
      `${unknown} exists only in Clarity ${range}: set clarityVersion to ${to} ` +
      `(--clarity-version ${to}, clarity_version = ${to} in Clarinet.toml), or write ${instead} instead`
    );
  }
  if (from !== undefined) {
    return (
      `${unknown} exists in Clarity ${range}: set clarityVersion to ${from} or more ` +
      '(--clarity-version, clarity_version in Clarinet.toml)'
    );
  }
  const [, first, taken = first] = TAKEN.exec(error) ?? [];
  const since = taken === undefined ? undefined : VERSIONED_NAMES.get(taken)?.from;
  if (since === undefined) return undefined;
  return `${taken} is a word of Clarity ${since} and later: give the definition another name, or set clarityVersion to ${since - 1}`;
}
