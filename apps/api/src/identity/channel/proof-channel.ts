import type { Channel } from '@larkmere/contract/identity/channel';
import type { Tx } from '../../platform/db/db.ts';
import { findResetChannel, selectFactorReset } from '../session/session.ts';
import { type ChannelAddress, findChannels } from './find-channels.ts';

type ProofChannel = ChannelAddress & Readonly<{ channel: Channel }>;

/**
 * Where a code proves more than the password: never what the password was last reset through, because who has that has
 * the password too, and never the mailbox that a lost second factor was removed through. Undefined if there is no such
 * channel, or it changed in the last week.
 */
export async function findProofChannel(tx: Tx, userId: string): Promise<ProofChannel | undefined> {
  const channels = await findChannels(tx, userId);
  const resetChannel = await findResetChannel(tx, userId);
  const isMailboxUsed = (await selectFactorReset(tx, userId)) !== undefined;
  for (const channel of ['email', 'phone'] as const) {
    const found = channels[channel];
    if (channel === 'email' && isMailboxUsed) continue;
    if (channel !== resetChannel && found?.isSettled) return { channel, ...found };
  }
  return undefined;
}
