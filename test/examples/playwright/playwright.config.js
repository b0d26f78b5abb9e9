import { defineConfig } from '@playwright/test';

const url = `http://127.0.0.1:${process.env.APP_PORT ?? 5173}`;

export default defineConfig({
  fullyParallel: true,
  use: { baseURL: url, launchOptions: { executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] } },
  webServer: { command: 'node app/serve.js', url },
});
