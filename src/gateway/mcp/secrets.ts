import type { Account } from '../../network/data.js';

/** Replaces private keys and mnemonics of accounts in an answer: it may stay in the records of an agent. */
export function withoutSecrets(answer: string, accounts: Readonly<Record<string, Account>>): string {
  const secrets = Object.values(accounts).flatMap(({ name, privateKey, mnemonic }) =>
    // Signers take a key without the 01 behind it, too.
    [mnemonic, privateKey, privateKey.slice(0, 64)].flatMap((secret) => (secret === undefined ? [] : [[secret, name] as const])),
  );
  return secrets.reduce((text, [secret, name]) => text.replaceAll(secret, `[secret of ${name}]`), answer);
}
