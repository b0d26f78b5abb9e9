import { FAIR, type Forecast } from '../../../forecast.js';
import { isSigned } from '../../weather.js';

/** What goes wrong on purpose now. Miner and supervision read it. */
export type Conditions = Forecast & {
  setForecast(forecast: Forecast): void;
  /** Whether the signers that are not silent are enough. */
  isSigned(): boolean;
  addSilent(signers: 1 | -1): void;
  setStopped(service: string | undefined): void;
  /** The service that is stopped on purpose. */
  stopped(): string | undefined;
  /** Whether Stacks blocks lack what is pending, or do not come at all. */
  withholdsTransactions(): boolean;
  /** Whether that is so, or the next Bitcoin block begins no tenure. */
  isDisturbed(): boolean;
};

/** @param signers how many there are @param height of Bitcoin */
export function createConditions(signers: number, height: () => number): Conditions {
  let forecast = FAIR;
  let silent = 0;
  let stopped: string | undefined;
  const hasSignatures = (): boolean => isSigned(signers, silent);
  const withholdsTransactions = (): boolean => stopped !== undefined || !hasSignatures() || !forecast.hasTransactions(height());
  return {
    hasCommit: (height) => forecast.hasCommit(height),
    hasTransactions: (height) => forecast.hasTransactions(height),
    setForecast(next) {
      forecast = next;
    },
    isSigned: hasSignatures,
    addSilent(more) {
      silent += more;
    },
    setStopped(service) {
      stopped = service;
    },
    stopped: () => stopped,
    withholdsTransactions,
    isDisturbed: () => withholdsTransactions() || !forecast.hasCommit(height() + 1),
  };
}
