// Call a counter, and break it
import { startDevnet } from 'stacks-devnet';

const source = `
(define-data-var count uint u0)
(define-read-only (get-count) (var-get count))
(define-public (add (n uint))
  (ok (var-set count (+ (var-get count) n))))
(define-public (subtract (n uint))
  (ok (var-set count (- (var-get count) n))))`;

const devnet = await startDevnet();
await devnet.stacks.deploy({ name: 'counter', source, as: 'deployer', expect: 'ok' });

const counter = devnet.contract('counter');
await counter.call('add', { n: 5n }, { as: 'wallet_1' });
console.log(await counter.read('get-count'));

// More than there is: the receipt says why, and its trace shows where.
const { status, reason } = await counter.call('subtract', { n: 6n }, { as: 'wallet_1' });
console.log(status, reason);
