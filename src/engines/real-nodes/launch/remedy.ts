import { readFile } from 'node:fs/promises';
import type { Program } from './launcher.js';

/** Releases that the engine was tested with. */
const releases = { bitcoin: '29.0', stacks: '4.0.2' } as const;

export type System = { platform: NodeJS.Platform; arch: string; osRelease: string };

/** Returns the command that installs a program on this system. */
export async function remedy(program: Program, system?: System): Promise<string> {
  const known = system ?? {
    platform: process.platform,
    arch: process.arch,
    osRelease: await readFile('/etc/os-release', 'utf8').catch(() => ''),
  };
  return program === 'bitcoind' ? bitcoind(known) : stacks(known);
}

function bitcoind({ platform, arch, osRelease }: System): string {
  if (platform === 'darwin') return 'brew install bitcoin';
  switch (codename(osRelease)) {
    case 'trixie':
      return 'sudo apt-get install -t trixie-backports bitcoin-knots';
    case 'forky':
    case 'sid':
      return 'sudo apt-get install bitcoin-knots';
  }
  const folder = `bitcoin-${releases.bitcoin}`;
  const machine = arch === 'arm64' ? 'aarch64' : 'x86_64';
  const url = `https://bitcoincore.org/bin/bitcoin-core-${releases.bitcoin}/${folder}-${machine}-linux-gnu.tar.gz`;
  return `curl -fL ${url} | tar xz && export BITCOIND="$PWD/${folder}/bin/bitcoind"`;
}

/** One archive contains both programs in matching versions. */
function stacks({ platform, arch, osRelease }: System): string {
  const { stacks: version } = releases;
  const repository = 'https://github.com/stacks-network/stacks-core';
  const system = platform === 'darwin' ? 'macos' : /^ID=alpine$/m.test(osRelease) ? 'linux-musl' : 'linux-glibc';
  if (system === 'macos' && arch !== 'arm64') {
    return `cargo install --locked --git ${repository} --tag ${version} stacks-node stacks-signer`;
  }
  const name = `${system}-${arch}`;
  const folder = `stacks-${version}`;
  const fetch = `curl -fLO ${repository}/releases/download/${version}/${name}.zip && unzip -d ${folder} ${name}.zip`;
  return `${fetch} && export STACKS_NODE="$PWD/${folder}/stacks-node" STACKS_SIGNER="$PWD/${folder}/stacks-signer"`;
}

function codename(osRelease: string): string | undefined {
  return /^VERSION_CODENAME=(\w+)$/m.exec(osRelease)?.[1] ?? /^PRETTY_NAME=.*\/(sid)"$/m.exec(osRelease)?.[1];
}
