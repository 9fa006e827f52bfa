import type { contract } from '@larkmere/contract/contract';
import type { Reply } from '@larkmere/contract/platform/endpoint';
import { message } from '@larkmere/messages/message';
import { v7 } from 'uuid';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { countLookups, insertLookup } from './member-transfer.sql.ts';
import { findRecipient, type PaidMember, readIdentifier } from './recipient.read.ts';

/** Enough to pay friends, too few to try out a range of codes or numbers. */
const mostPerHour = 20;
const mostPerDay = 60;

export const lookupValidSeconds = 900;

const validUntil = (now: Date): string => new Date(now.getTime() + lookupValidSeconds * 1000).toISOString();

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

type Recipient = NonNullable<Reply<typeof contract.memberTransfer.findRecipient>['recipient']>;

/** A look-up of a member whom the customer has paid, so that a transfer can name them. It does not count as a guess. */
export async function createKnownLookup({ tx, actor, now }: CustomerCtx, member: PaidMember): Promise<Recipient> {
  const id = v7();
  const { name, memberSince, currencies } = member;
  const { customerId, userId } = actor;
  await insertLookup(tx, { id, customerId, userId, recipient: member, isKnown: true });
  return { lookupId: id, name, memberSince, currencies, validUntil: validUntil(now) };
}

/** `Anong Suwan` reads `Anong S•••••`: enough to recognise a friend, too little to learn who they are. */
export function maskName(name: string): string {
  const [first = '', ...others] = name.trim().split(/\s+/);
  const last = others.at(-1);
  return last === undefined ? hideAfter(first) : `${first} ${hideAfter(last)}`;
}

/** Always as many dots, which do not tell the length. */
const hideAfter = (word: string): string => `${Array.from(word, String)[0] ?? ''}•••••`;
