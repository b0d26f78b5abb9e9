export type Topic = 'bitcoin' | 'stacks' | 'faucet' | 'sbtc' | 'network' | 'request';

/** What a line can lead to: a transaction or a block. Stacks ids have 0x. */
export type Subject = { kind: 'stacks.tx' | 'stacks.block' | 'bitcoin.tx' | 'bitcoin.block'; id: string };

/** What happened, on one line: `topic` names the part of the network. Transactions have none, because they need the space. */
export type StoryLine = {
  topic?: Topic | undefined;
  text: string;
  /** What follows the text, and stays when a long text is cut. @default none */
  end?: string | undefined;
  /** `bad` is a failure; `quiet` a detail, or what another line will confirm. @default normal */
  tone?: 'bad' | 'quiet' | undefined;
  /** What the line is about, for a reader that can follow a link. @default nothing */
  about?: Subject | undefined;
  /** Whether it belongs to the line above, below which it stands indented. A long one is wrapped instead of cut. @default false */
  isDetail?: boolean | undefined;
};

/** Cuts a text that is too long, and ends it with an ellipsis. */
export function cut(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, Math.max(length - 1, 0)).join('')}…`;
}
