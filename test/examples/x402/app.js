import express from 'express';
import { paymentMiddleware } from 'x402-stacks';

/** An application whose data costs 1,500 micro-STX, which wallet_2 gets. */
export function createApp(devnet) {
  const app = express();
  const price = paymentMiddleware({
    amount: 1_500n,
    asset: 'STX',
    payTo: devnet.accounts.wallet_2.stx.address,
    network: 'stacks:2147483648',
    facilitatorUrl: `${devnet.urls.gateway}/x402`,
  });
  app.get('/data', price, (_request, response) => response.json({ answer: 42 }));
  return app;
}
