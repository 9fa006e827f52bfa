import type { Ctx } from '../kernel/verb.ts';
import type { PayeeDetails } from './payee.sql.ts';
import type { Payee, Standing } from './payee.ts';

/** What its customer stated of a payee, wherever it stands. */
export const statedBy = (payee: Payee): Omit<PayeeDetails, keyof Standing> => ({
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

/** Time alone decides nothing new: it goes by whoever added the payee. */
export function deciderOf({ actor }: Ctx, { createdBy }: Payee): string {
  if (actor.kind === 'staff') return actor.staffId;
  return actor.kind === 'customer' ? actor.personId : createdBy;
}
