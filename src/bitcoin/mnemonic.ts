import { createHash } from '#platform/crypto.js';

const LENGTHS = [12, 15, 18, 21, 24];

/**
 * The first bytes of the SHA-256 of the mnemonics in Clarinet's templates: nearly all projects have these, and the list of words takes time
 * to load.
 */
const PUBLISHED = new Set([
  '3ff82fc8562cbd66',
  'b6102a50bac9636c',
  '80098796bffc992d',
  '5e75bc743d772848',
  'acb4b2f023727760',
  '0b0d7f520bef8d9d',
  'afd878c8eed5e1c6',
  '61c7fa40c3754917',
  '7b64ab837d0bf8b0',
  'd270740210eb435c',
]);

/** Returns what is wrong with BIP39 words, without the words; undefined if they are a mnemonic. */
export async function checkMnemonic(mnemonic: string): Promise<string | undefined> {
  if (PUBLISHED.has(createHash('sha256').update(mnemonic).digest('hex').slice(0, 16))) return undefined;
  const words = mnemonic.split(' ');
  if (!LENGTHS.includes(words.length)) return `It has ${words.length} words.`;
  const [{ validateMnemonic }, { wordlist }] = await Promise.all([import('@scure/bip39'), import('@scure/bip39/wordlists/english.js')]);
  const unknown = words.findIndex((word) => !wordlist.includes(word));
  if (unknown !== -1) return `Word ${unknown + 1} is not in the English list of BIP39.`;
  return validateMnemonic(mnemonic, wordlist) ? undefined : 'Its checksum does not fit: a word is wrong or in the wrong place.';
}
