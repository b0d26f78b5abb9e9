const LEGACY = 'it works on wallets without descriptors, which Core 30 does not have any more';
const ONLY_KNOTS = 'Knots adds it, Core has no such method';

/** The methods of a wallet of bitcoind that the embedded node does not have, each with the reason. */
export const WALLET_NOT_OFFERED: Record<string, string> = {
  addmultisigaddress: LEGACY,
  dumpmasterprivkey: ONLY_KNOTS,
  dumpprivkey: LEGACY,
  dumpwallet: LEGACY,
  importaddress: LEGACY,
  importmulti: LEGACY,
  importprivkey: LEGACY,
  importpubkey: LEGACY,
  importwallet: LEGACY,
  migratewallet: LEGACY,
  newkeypool: LEGACY,
  setfeerate: ONLY_KNOTS,
  sethdseed: LEGACY,
  sweepprivkeys: ONLY_KNOTS,
  upgradewallet: LEGACY,
  walletdisplayaddress: 'it needs a device that signs',
};

/** The methods with another usage line: Knots has other arguments than Core. */
export const WALLET_OTHER_USAGE: string[] = ['importdescriptors', 'send', 'walletcreatefundedpsbt', 'walletprocesspsbt'];
