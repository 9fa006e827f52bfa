import type { contract } from '@larkmere/contract/contract';
import type { Input } from '@larkmere/contract/platform/endpoint';
import { message } from '@larkmere/messages/message';
import { v7 } from 'uuid';
import { requireOwnPayee } from '../../payees/payee/payee.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { findPaidMembers, findTransferRecipient } from '../member-transfer/member-transfer.ts';
import { insertFavourite, lockFavourites, type SavedTarget, selectFavourites } from './favourite.sql.ts';
import { currencyFilter, maxFavourites } from './favourite.ts';
import { viewFavourite } from './favourite.view.ts';
import { isPayableCurrency, readFields } from './fields.ts';

type Wanted = Input<typeof contract.favourite.create>;

export const createFavourite: Verb<typeof contract.favourite.create> = async (ctx, wanted) => {
  const { tx, actor, now } = ctx;
  const { label, icon, currency } = wanted;
  const mayUse = await currencyFilter(ctx);
  const target = await requireTarget(ctx, wanted);
  if (!mayUse(currency)) throw new Refusal('account_not_usable');
  await lockFavourites(tx, actor.customerId);
  const others = await selectFavourites(tx, actor.customerId);
  if (others.length >= maxFavourites)
    throw new Refusal('limit_exceeded', { reason: message('too_many_favourites', { max: maxFavourites }) });
  const favourite = {
    id: v7(),
    customerId: actor.customerId,
    createdBy: actor.userId,
    version: 1,
    label,
    icon,
    position: (others.at(-1)?.position ?? 0) + 1,
    currency,
    ...readFields(wanted, { currency, target }),
    target,
    targetSavedAt: now,
  };
  await insertFavourite(tx, favourite);
  await audit(ctx, 'favourite.created', `favourite:${favourite.id}`, { kind: target.kind, currency });
  return viewFavourite(ctx, favourite);
};

function requireTarget(ctx: CustomerCtx, { transferUid, payee, currency }: Wanted): Promise<SavedTarget> {
  if (transferUid && !payee) return requireMember(ctx, transferUid);
  if (payee && !transferUid) return requirePayee(ctx, { ...payee, currency });
  const reason = message('favourite_target_missing');
  throw new Refusal('validation_failed', { errors: [{ field: 'payee', code: 'invalid', reason }] });
}

async function requireMember(ctx: CustomerCtx, transferUid: string): Promise<SavedTarget> {
  const recipientId = await findTransferRecipient(ctx, transferUid);
  const member = recipientId && (await findPaidMembers(ctx)).find(({ id }) => id === recipientId);
  if (!member) throw new Refusal('not_found');
  if (!member.canReceive) throw new Refusal('recipient_not_payable', { reason: message('favourite_member_stopped') });
  return { kind: 'member', id: member.id, name: member.name };
}

type Shown = NonNullable<Wanted['payee']> & Pick<Wanted, 'currency'>;

/** The payee at the version that was displayed, in the currency of a wallet that can pay it. */
async function requirePayee(ctx: CustomerCtx, { uid, version, currency }: Shown): Promise<SavedTarget> {
  const payee = await requireOwnPayee(ctx, uid);
  if (payee.version !== version) throw new Refusal('payee_changed');
  const isDomestic = isPayableCurrency(payee.currency) && payee.type === payee.currency.toLowerCase();
  if (payee.status !== 'approved' || payee.currency !== currency || !isDomestic)
    throw new Refusal('payee_not_approved');
  return { kind: 'payee', id: payee.id, version };
}
