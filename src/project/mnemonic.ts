const LENGTHS = [12, 15, 18, 21, 24];

/** Returns what is wrong with BIP39 words, without the words; undefined if they are a mnemonic. */
export async function checkMnemonic(mnemonic: string): Promise<string | undefined> {
  const words = mnemonic.split(' ');
  if (!LENGTHS.includes(words.length)) return `It has ${words.length} words.`;
  const [{ validateMnemonic }, { wordlist }] = await Promise.all([import('@scure/bip39'), import('@scure/bip39/wordlists/english.js')]);
  const unknown = words.findIndex((word) => !wordlist.includes(word));
  if (unknown !== -1) return `Word ${unknown + 1} is not in the English list of BIP39.`;
  return validateMnemonic(mnemonic, wordlist) ? undefined : 'Its checksum does not fit: a word is wrong or in the wrong place.';
}
