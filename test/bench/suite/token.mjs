// Compiles an ERC-20 token with solc: token.mjs MODULES FILE. Writes its ABI and bytecode as JSON.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const [modules, file] = process.argv.slice(2);
const solc = createRequire(path.join(modules, 'x.js'))('solc');
const content = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
contract Token {
  mapping(address => uint256) public balanceOf;
  event Transfer(address indexed from, address indexed to, uint256 value);
  constructor() { balanceOf[msg.sender] = 1000000; }
  function transfer(address to, uint256 value) external returns (bool) {
    require(balanceOf[msg.sender] >= value, "too little");
    balanceOf[msg.sender] -= value;
    balanceOf[to] += value;
    emit Transfer(msg.sender, to, value);
    return true;
  }
}`;
const settings = { outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } }, evmVersion: 'paris' };
const { contracts, errors } = JSON.parse(
  solc.compile(JSON.stringify({ language: 'Solidity', sources: { 'Token.sol': { content } }, settings })),
);
if (contracts === undefined) throw new Error(JSON.stringify(errors));
const { abi, evm } = contracts['Token.sol'].Token;
writeFileSync(file, JSON.stringify({ abi, bytecode: `0x${evm.bytecode.object}` }));
