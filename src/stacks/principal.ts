import { invalid } from '../error.js';
import { decodeAddress } from './c32.js';

/** Address versions of test networks: 26 (`ST`, one signature) and 21 (`SN`, several), as in SIP-005. */
const TESTNET_VERSIONS = new Set([26, 21]);
const MAINNET_VERSIONS = new Set([22, 20]);
/** The rule for contract names in stacks-core: a letter first, 40 characters at most. `__transient` is the VM's own. */
const CONTRACT_NAME = /^[a-zA-Z][a-zA-Z0-9_-]{0,39}$/;

/**
 * Checks that `text` is an account or contract of a test network.
 * @param field what the message names
 * @throws DevnetError INVALID_INPUT
 */
export function checkTestnetPrincipal(text: string, field: string): void {
  const expected = 'a testnet Stacks address (ST… or SN…) or a contract of one (ST….name)';
  const dot = text.indexOf('.');
  const address = decodeAddress(dot === -1 ? text : text.slice(0, dot));
  if (address === undefined) {
    throw invalid(
      field,
      expected,
      text,
      text === '' ? undefined : 'The address is cut off, mistyped or not a Stacks address: its checksum does not fit.',
    );
  }
  if (!TESTNET_VERSIONS.has(address.version)) {
    throw invalid(
      field,
      expected,
      text,
      MAINNET_VERSIONS.has(address.version) ? 'This is a mainnet address; this network is a test network.' : undefined,
    );
  }
  if (dot !== -1 && !CONTRACT_NAME.test(text.slice(dot + 1))) {
    throw invalid(field, expected, text, 'A contract name has 1 to 40 letters, digits, - or _ and begins with a letter.');
  }
}
