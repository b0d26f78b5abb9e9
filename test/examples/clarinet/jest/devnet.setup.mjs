import { devnetSetup } from 'stacks-devnet/jest/setup';

export default devnetSetup({ project: '..' });
