// esbuild puts this before the network of a browser: the packages that shared code requires when it needs them. Curves take long to
// evaluate, and few pages use them.
import { provide } from './packages.js';

provide('@noble/curves/ed25519.js', () => require('@noble/curves/ed25519.js'));
provide('@noble/curves/nist.js', () => require('@noble/curves/nist.js'));
provide('@stacks/network', () => require('@stacks/network'));
