import { readFileSync } from 'node:fs';

const deployer = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM';
const contract = (name) => {
  const path = `contracts/${name}.clar`;
  return { deployer, name, path, source: readFileSync(path, 'utf8') };
};

export default { contracts: [contract('counter')] };
