import { test } from 'vitest';
import { playPayments } from './random-payments.js';

test(
  '80 random payments, replacements, double spends, reorganisations and restores: the wallet equals a fresh scan of its descriptors',
  {
    timeout: 120_000,
  },
  () => playPayments(80),
);
