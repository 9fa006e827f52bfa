import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import { v7 } from 'uuid';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { readIdentifier } from './identifier.ts';
import { maskName } from './masked-name.ts';
import { countLookups, insertLookup } from './member-transfer.sql.ts';
import { findRecipient } from './recipient.read.ts';

/** Enough to pay friends, too few to try out a range of codes or numbers. */
const mostPerHour = 20;
const mostPerDay = 60;

export const lookupValidSeconds = 900;

export const validUntil = (now: Date): string => new Date(now.getTime() + lookupValidSeconds * 1000).toISOString();

/** Runs the same statements for every identifier, so that neither answer nor time tells who is a member. */
export const findMember: Verb<typeof contract.memberTransfer.findRecipient> = async (ctx, { identifier }) => {
  const { tx, actor, now } = ctx;
  const { customerId, userId } = actor;
  const { hour, day } = await countLookups(tx, userId);
  if (hour >= mostPerHour || day >= mostPerDay)
    throw new Refusal('rate_limited', { reason: message('recipient_lookups_used_up') });
  const found = await findRecipient(tx, customerId, readIdentifier(identifier));
  const isSelf = found?.id === customerId;
  const id = v7();
  await insertLookup(tx, { id, customerId, userId, recipient: (!isSelf && found) || null, isKnown: false });
  if (!found || isSelf) return { recipient: null, isSelf };
  const { name, paidBefore, memberSince, currencies } = found;
  return {
    recipient: {
      lookupId: id,
      name: paidBefore ? name : maskName(name),
      memberSince,
      currencies,
      validUntil: validUntil(now),
    },
    isSelf,
  };
};
