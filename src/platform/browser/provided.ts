// esbuild puts this before the network of a browser: the packages that shared code requires when it needs them.
import * as ed25519 from '@noble/curves/ed25519.js';
import * as nist from '@noble/curves/nist.js';
import * as network from '@stacks/network';
import { provide } from './packages.js';

provide('@noble/curves/ed25519.js', ed25519);
provide('@noble/curves/nist.js', nist);
provide('@stacks/network', network);
