import type { Ctx } from '../../platform/requests/verb.ts';
import type { PayeeDetails, PayeeStatusChange } from './payee.sql.ts';
import type { Payee } from './payee-record.ts';

export const toPayeeDetails = (payee: Payee): Omit<PayeeDetails, keyof PayeeStatusChange> => ({
  type: payee.type,
  currency: payee.currency,
  entityType: payee.entityType,
  name: payee.name,
  nickname: payee.nickname,
  details: payee.details,
  account: payee.account,
  defaultReference: payee.defaultReference,
  favourite: payee.favourite,
  ownAccount: payee.ownAccount,
  nameCheckId: payee.nameCheckId,
});

/** A system job acts for the member who added the payee. */
export function findChangeAuthor({ actor }: Ctx, { createdBy }: Payee): string {
  if (actor.kind === 'staff') return actor.staffId;
  return actor.kind === 'customer' ? actor.userId : createdBy;
}
