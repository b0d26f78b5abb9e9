import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';

const launchOptions = { executablePath: process.env.CHROMIUM, args: ['--no-sandbox', '--disable-dev-shm-usage'] };

export default defineConfig({
  // What the front ends import: found while a test runs, they would load its page again.
  optimizeDeps: { include: ['@scure/base', '@scure/btc-signer', '@scure/btc-signer/utils.js', '@stacks/connect', 'sbtc'] },
  test: {
    root: import.meta.dirname,
    browser: { enabled: true, headless: true, provider: playwright({ launchOptions }), instances: [{ browser: 'chromium' }] },
  },
});
