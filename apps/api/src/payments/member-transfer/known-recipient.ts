import type { findRecipient } from '@larkmere/contract/payments/member-transfer';
import type { Reply } from '@larkmere/contract/platform/endpoint';
import { v7 } from 'uuid';
import type { CustomerCtx } from '../../platform/requests/verb.ts';
import { validUntil } from './find-recipient.ts';
import { insertLookup } from './member-transfer.sql.ts';
import type { PaidMember } from './recipient.read.ts';

type Recipient = NonNullable<Reply<typeof findRecipient>['recipient']>;

/** A look-up of a member whom the customer has paid, so that a transfer can name them. It does not count as a guess. */
export async function createKnownLookup({ tx, actor, now }: CustomerCtx, member: PaidMember): Promise<Recipient> {
  const id = v7();
  const { name, memberSince, currencies } = member;
  const { customerId, userId } = actor;
  await insertLookup(tx, { id, customerId, userId, recipient: member, isKnown: true });
  return { lookupId: id, name, memberSince, currencies, validUntil: validUntil(now) };
}
