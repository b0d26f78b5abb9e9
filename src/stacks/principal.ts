import { addressHint, checkAddressText, exampleAddress } from '../base/address-hint.js';
import type { Advice } from '../base/advice.js';
import { invalid } from '../base/error.js';
import { isDeployableName } from '../clarity/name-syntax.js';
import { ADDRESS_VERSION, decodeAddress, encodeAddress } from '../clarity/values.js';

const TESTNET_VERSIONS = new Set<number>([ADDRESS_VERSION.testnetSingle, ADDRESS_VERSION.testnetMulti]);
const MAINNET_VERSIONS = new Set<number>([ADDRESS_VERSION.mainnetSingle, ADDRESS_VERSION.mainnetMulti]);
const NAME_RULE = 'A contract name has 1 to 40 letters, digits, - or _ and begins with a letter.';

/**
 * Checks that `text` is an account or contract of a test network.
 * @param field what the message names
 * @throws DevnetError INVALID_INPUT
 */
export function checkTestnetPrincipal(text: string, field: string): void {
  checkPrincipal(text, field, { isMainnet: false });
}

/** The same, of a test network or of mainnet. */
export function checkPrincipal(text: string, field: string, { isMainnet }: { isMainnet: boolean }): void {
  const expected = isMainnet
    ? 'a mainnet Stacks address (SP… or SM…) or a contract of one (SP….name)'
    : 'a testnet Stacks address (ST… or SN…) or a contract of one (ST….name)';
  checkAddressText(text, 'stx', expected, field);
  const dot = text.indexOf('.');
  const account = dot === -1 ? text : text.slice(0, dot);
  const address = decodeAddress(account);
  // The decoder reads look-alikes and lower case, too; what arrives here is to be copied, not guessed.
  if (address === undefined || encodeAddress(address) !== account) {
    throw invalid(field, expected, text, text === '' ? undefined : (addressHint(text, 'stx') ?? spellingHint(text)));
  }
  const [own, other] = isMainnet ? [MAINNET_VERSIONS, TESTNET_VERSIONS] : [TESTNET_VERSIONS, MAINNET_VERSIONS];
  if (!own.has(address.version)) throw invalid(field, expected, text, other.has(address.version) ? otherNetwork(isMainnet) : undefined);
  if (dot !== -1 && !isDeployableName(text.slice(dot + 1))) {
    throw invalid(field, expected, text, NAME_RULE);
  }
}

/** The same, of any network. */
export function checkPrincipalOfAnyNetwork(text: string, field: string): void {
  // Callers without types may pass anything.
  const address = typeof text === 'string' ? decodeAddress(text.split('.')[0] ?? '') : undefined;
  checkPrincipal(text, field, { isMainnet: address !== undefined && MAINNET_VERSIONS.has(address.version) });
}

function otherNetwork(isMainnet: boolean): string {
  return isMainnet
    ? 'This is a testnet address; this network is a fork of mainnet.'
    : 'This is a mainnet address; this network is a test network.';
}

/** Returns the address with the same hash on mainnet. A contract, or an address that is there already, works too. */
export function toMainnet(principal: string): string {
  const [account = '', ...name] = principal.split('.');
  const address = decodeAddress(account);
  if (address === undefined || MAINNET_VERSIONS.has(address.version)) return principal;
  const { mainnetSingle, mainnetMulti, testnetMulti } = ADDRESS_VERSION;
  return [encodeAddress({ ...address, version: address.version === testnetMulti ? mainnetMulti : mainnetSingle }), ...name].join('.');
}

function spellingHint(text: string): string | Advice {
  if (/^s/i.test(text)) return 'The address is cut off or mistyped: its checksum does not fit.';
  return exampleAddress('stx');
}

/**
 * Checks that `id` is a contract, of any network.
 * @param field what the message names
 * @param given what the user wrote, if it is not the id
 * @throws DevnetError INVALID_INPUT
 */
export function checkContract(id: string, field: string, expected: string, given = id): void {
  const [account = '', name = '', ...rest] = id.split('.');
  const address = decodeAddress(account);
  if (address === undefined || encodeAddress(address) !== account) {
    throw invalid(field, expected, given, 'The address is cut off or mistyped: its checksum does not fit.');
  }
  if (rest.length > 0 || !isDeployableName(name)) throw invalid(field, expected, given, NAME_RULE);
}

/** Checks the name of a contract to deploy. @throws DevnetError INVALID_INPUT */
export function checkContractName(name: unknown, field: string): asserts name is string {
  if (typeof name !== 'string' || !isDeployableName(name)) throw invalid(field, 'the name of a contract', name, NAME_RULE);
}
