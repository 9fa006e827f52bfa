import type { contract } from '@larkmere/contract/contract';
import type { Input } from '@larkmere/contract/platform/endpoint';
import { message } from '@larkmere/messages/message';
import type { Currency } from '@larkmere/money/money';
import { v7 } from 'uuid';
import { requireAccountAction } from '../../customers/customer/customer.ts';
import { requireOwnPayee } from '../../payees/payee/payee.ts';
import { requirePositiveAmount } from '../../platform/requests/amount.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { requirePayeeReference } from '../initiation/initiation.ts';
import { createKnownLookup, findPaidMembers, findTransferRecipient } from '../member-transfer/member-transfer.ts';
import {
  currencyFilter,
  listOwnFavourites,
  maxFavourites,
  requireOwnFavourite,
  requireOwnFavouriteLocked,
  toFavouriteView,
  viewFavourite,
  viewFavourites,
} from './favourite.read.ts';
import {
  deleteFavourite,
  type Favourite,
  insertFavourite,
  lockFavourites,
  type SavedTarget,
  selectFavourites,
  updateFavourite as update,
  updatePositions,
} from './favourite.sql.ts';
import { compareTarget } from './favourite-target.ts';

type FavouriteInput = Input<typeof contract.favourite.create>;

export const createFavourite: Verb<typeof contract.favourite.create> = async (ctx, input) => {
  const { tx, actor, now } = ctx;
  const { label, icon, currency } = input;
  const mayUse = await currencyFilter(ctx);
  const target = await requireTarget(ctx, input);
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
    ...readFields(input, { currency, target }),
    target,
    targetSavedAt: now,
  };
  await insertFavourite(tx, favourite);
  await audit(ctx, 'favourite.created', `favourite:${favourite.id}`, { kind: target.kind, currency });
  return viewFavourite(ctx, favourite);
};

function requireTarget(ctx: CustomerCtx, { transferUid, payee, currency }: FavouriteInput): Promise<SavedTarget> {
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

type Shown = NonNullable<FavouriteInput['payee']> & Pick<FavouriteInput, 'currency'>;

/** The payee at the version that was displayed, in the currency of a wallet that can pay it. */
async function requirePayee(ctx: CustomerCtx, { uid, version, currency }: Shown): Promise<SavedTarget> {
  const payee = await requireOwnPayee(ctx, uid);
  if (!payee.saved) throw new Refusal('not_found');
  if (payee.version !== version) throw new Refusal('payee_changed');
  const isDomestic = isPayableCurrency(payee.currency) && payee.type === payee.currency.toLowerCase();
  if (payee.status !== 'approved' || payee.currency !== currency || !isDomestic)
    throw new Refusal('payee_not_approved');
  return { kind: 'payee', id: payee.id, version };
}

/**
 * The payment itself is one like any other. It names the look-up or payee version of here, so it is refused if the name
 * or the payee changes after this.
 */
export const prepareFavourite: Verb<typeof contract.favourite.prepare> = async (ctx, { uid }) => {
  requireAccountAction(ctx.actor.accountStatus, 'send');
  const favourite = await requireOwnFavourite(ctx, uid);
  const target = await compareTarget(ctx, favourite);
  if (target.problem) throw new Refusal('favourite_not_payable', { reason: target.problem.reason });
  return {
    favourite: toFavouriteView({ favourite, target }),
    recipient: target.member && (await createKnownLookup(ctx, target.member)),
  };
};

/** Confirms the target only if it still is what the user saw. Throws `favourite_changed`, `favourite_not_payable`. */
export const updateFavourite: Verb<typeof contract.favourite.update> = async (ctx, changes) => {
  const { uid, version, label, icon, targetVersion } = changes;
  const before = await requireOwnFavouriteLocked(ctx, uid);
  if (before.version !== version) throw new Refusal('favourite_changed');
  const target = await compareTarget(ctx, before);
  const confirms = targetVersion !== undefined;
  if (confirms && target.version !== targetVersion) throw new Refusal('favourite_changed');
  if (confirms && target.problem && target.problem.kind !== 'changed')
    throw new Refusal('favourite_not_payable', { reason: target.problem.reason });
  const favourite = {
    ...before,
    version: version + 1,
    label,
    icon,
    ...readFields(changes, before),
    ...(confirms && { target: target.saved, targetSavedAt: ctx.now }),
  };
  await update(ctx.tx, favourite);
  await audit(ctx, 'favourite.updated', `favourite:${uid}`, { targetConfirmed: confirms });
  return toFavouriteView({ favourite, target: await compareTarget(ctx, favourite) });
};

/** Wallets pay to accounts in these currencies. */
const payableCurrencies = ['GBP', 'EUR', 'THB'] as const;
type PayableCurrency = (typeof payableCurrencies)[number];
const isPayableCurrency = (currency: Currency): currency is PayableCurrency =>
  payableCurrencies.some((each) => each === currency);

type Given = Readonly<{ amount: string | null; reference: string | null }>;

/** Refuses here what the payment would refuse later. Throws `amount_invalid`, `reference_invalid`. */
function readFields(
  { amount, reference }: Given,
  { currency, target }: Pick<Favourite, 'currency' | 'target'>,
): Pick<Favourite, 'amountMinor' | 'reference'> {
  const isRailReference = reference !== null && target.kind === 'payee' && isPayableCurrency(currency);
  return {
    amountMinor: amount === null ? null : requirePositiveAmount(currency, amount).minor,
    reference: isRailReference ? requirePayeeReference(currency, reference) : reference,
  };
}

/** Those that the person does not see keep their places; the others share the rest in the requested order. */
export const reorderFavourites: Verb<typeof contract.favourite.reorder> = async (ctx, { uids }) => {
  const { tx, actor } = ctx;
  await lockFavourites(tx, actor.customerId);
  const own = new Set((await listOwnFavourites(ctx)).map(({ id }) => id));
  if (uids.some((uid) => !own.has(uid))) throw new Refusal('not_found');
  if (uids.length !== own.size || new Set(uids).size !== own.size) throw new Refusal('favourite_changed');
  const order = uids.values();
  const all = (await selectFavourites(tx, actor.customerId)).map(({ id }) => (own.has(id) ? order.next().value : id));
  await updatePositions(
    tx,
    all.filter((id) => id !== undefined),
  );
  return viewFavourites(ctx);
};

export const removeFavourite: Verb<typeof contract.favourite.remove> = async (ctx, { uid }) => {
  const { id } = await requireOwnFavouriteLocked(ctx, uid);
  await deleteFavourite(ctx.tx, id);
  await audit(ctx, 'favourite.removed', `favourite:${id}`);
  return null;
};
