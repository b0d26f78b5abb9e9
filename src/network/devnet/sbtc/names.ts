import { DevnetError } from '../../../base/error.js';
import type { DevnetUrls } from '../../data.js';
import type { SbtcFacts } from './types.js';

/** Where sBTC is on a network; the Bitcoin address is that of the signers. */
export type SbtcNames = { deployer: string; signersAddress: string };

/** The properties of `devnet.sbtc` that need no request. Without sBTC, reading one throws DevnetError UNSUPPORTED. */
export function sbtcNames(names: SbtcNames | undefined, urls: () => DevnetUrls): SbtcFacts {
  const known = (): SbtcNames => {
    if (names === undefined) throw noSbtc();
    return names;
  };
  return {
    get deployer() {
      return known().deployer;
    },
    get token() {
      return `${known().deployer}.sbtc-token`;
    },
    get assetId() {
      return `${known().deployer}.sbtc-token::sbtc-token`;
    },
    get signersAddress() {
      return known().signersAddress;
    },
    get clientConfig() {
      const { deployer: sbtcContract } = known();
      const { gateway } = urls();
      if (gateway === undefined)
        throw new DevnetError('UNSUPPORTED', 'the clients of sBTC need the gateway, which this network was started without');
      return { btcApiUrl: `${gateway}/api/proxy`, stxApiUrl: gateway, sbtcApiUrl: `${gateway}/emily`, sbtcContract };
    },
  };
}

export function noSbtc(): DevnetError {
  return new DevnetError('UNSUPPORTED', 'the network has no sBTC: see the setting sbtc');
}
