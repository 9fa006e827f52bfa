import type { contract } from '@larkmere/contract/contract';
import type { Input } from '@larkmere/contract/platform/endpoint';
import { message } from '@larkmere/messages/message';
import { formatAmount, type Money, money } from '@larkmere/money/money';
import { v7 } from 'uuid';
import { type BankAccount, findBankAccount, requireOwnAccount } from '../../accounts/bank-account/bank-account.ts';
import { requirePinAuthorisation } from '../../identity/pin/pin.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { isHolder, lockVisibleCard, managesCards } from './card-access.ts';
import { type CardRule, highestFor, lowestOf, readLimits, requireRule, requireWithin } from './card-limits.ts';
import { isCardOffered } from './card-offer.ts';
import { changeCardState } from './change-card-state.ts';
import { chargeCardFee } from './charge-card-fee.ts';
import { createCard } from './create-card.ts';
import { type CardPersonRow, selectCardPeople } from './issued-card.read.ts';
import { cardSetting } from './issued-card.settings.ts';
import { countCardsInUse, hasReplacement, type PersonLimit } from './issued-card.sql.ts';
import type { IssuedCard } from './issued-card-row.ts';
import { toDelivery } from './order-document.ts';
import { viewCard } from './view-card.ts';

type Order = Input<typeof contract.issuedCard.place>;

/** The card, its fee, and the end of the one that it replaces are one step. */
export const orderCard: Verb<typeof contract.issuedCard.place> = async (ctx, order) => {
  const { tx, actor } = ctx;
  if (!(await isCardOffered(tx, actor.customerId))) throw new Refusal('card_not_offered');
  const replaced = order.replaces && (await requireReplaceable(ctx, order.replaces.card));
  const account = await requireAccount(ctx, order, replaced);
  const person = await requireHolder(ctx, order, replaced);
  const rule = await requireRule(tx, account.currency);
  await requireFewerThanMaximum(ctx, account, person, replaced);
  const limits = await requireLimits(ctx, order, rule, person, replaced);
  const delivery = requireDelivery(order);
  const fee = requireFee(order, rule, account);
  await requireConfirmation(ctx, order, fee);
  if (replaced && isUsable(replaced))
    await changeCardState(ctx, replaced, { state: 'blocked', stopReason: order.replaces?.reason ?? 'not_needed' });
  const id = v7();
  const feeId = await chargeCardFee(ctx, account, fee);
  const card = await createCard(ctx, {
    id,
    account,
    holder: { userId: person.userId, name: person.name },
    embossedName: order.embossedName,
    format: order.format,
    design: order.design,
    phone: order.phone,
    limits,
    switches: replaced && switchesOf(replaced),
    replaces: replaced?.id ?? null,
    delivery: delivery && toDelivery(person.name, delivery),
    fee: { minor: fee.minor, id: feeId },
  });
  return viewCard(ctx, card);
};

const isUsable = ({ state }: IssuedCard): boolean => state === 'inactive' || state === 'active' || state === 'frozen';
const switchesOf = ({ online, contactless, atm, abroad, magstripe }: IssuedCard) => ({
  online,
  contactless,
  atm,
  abroad,
  magstripe,
});

/** A card that we stopped is not replaced before the stop is lifted. */
async function requireReplaceable(ctx: CustomerCtx, id: string): Promise<IssuedCard> {
  const card = await lockVisibleCard(ctx, id);
  const hasEnded = ['blocked', 'expired', 'closed'].includes(card.state);
  if ((!hasEnded && !isUsable(card)) || (await hasReplacement(ctx.tx, id))) throw new Refusal('invalid_transition');
  if (!managesCards(ctx.actor) && !isHolder(card, ctx.actor)) throw new Refusal('not_found');
  return card;
}

/** Holders replace their cards; only owners and admins order another one. */
async function requireAccount(
  ctx: CustomerCtx,
  { bankholderid, format }: Order,
  replaced: IssuedCard | undefined,
): Promise<BankAccount> {
  if (!replaced && !managesCards(ctx.actor)) throw new Refusal('access_denied');
  if (replaced && (replaced.bankholderId !== bankholderid || replaced.format !== format))
    throw mismatch('bankholderid');
  const account = replaced
    ? await findBankAccount(ctx.tx, replaced.accountId)
    : await requireOwnAccount(ctx, bankholderid);
  if (account?.product !== 'bank' || account.status !== 'active') throw new Refusal('account_not_usable');
  return account;
}

async function requireHolder(
  { tx, actor }: CustomerCtx,
  { holder, bankholderid }: Order,
  replaced: IssuedCard | undefined,
): Promise<CardPersonRow> {
  const person = (await selectCardPeople(tx, actor.customerId)).find(({ uid }) => uid === holder);
  if (!person) throw new Refusal('not_found');
  if (replaced && replaced.holderId !== person.userId) throw mismatch('holder');
  if (person.accounts && !person.accounts.includes(bankholderid)) throw mismatch('holder', 'card_account_withdrawn');
  return person;
}

const mismatch = (
  field: string,
  code: 'card_differs_from_replaced' | 'card_account_withdrawn' = 'card_differs_from_replaced',
): Refusal => new Refusal('validation_failed', { errors: [{ field, code: 'invalid', reason: message(code) }] });

async function requireFewerThanMaximum(
  { tx, actor }: CustomerCtx,
  { id }: BankAccount,
  { userId }: CardPersonRow,
  replaced: IssuedCard | undefined,
): Promise<void> {
  const count = await countCardsInUse(tx, { customerId: actor.customerId, userId }, id);
  const { cardsPerPerson: most } = await requireSetting(tx, cardSetting, {});
  if (count - (replaced && isUsable(replaced) ? 1 : 0) >= most) throw new Refusal('too_many_cards');
}

/** A holder who replaces a card gets no more with it than before. */
async function requireLimits(
  { tx, actor }: CustomerCtx,
  order: Order,
  rule: CardRule,
  { userId }: CardPersonRow,
  replaced: IssuedCard | undefined,
): Promise<PersonLimit> {
  const limits = readLimits(rule.currency, order.limits);
  const highest = await highestFor(tx, { customerId: actor.customerId, userId }, rule);
  requireWithin(rule.currency, limits, replaced && !managesCards(actor) ? lowestOf(highest, replaced) : highest);
  return limits;
}

function requireDelivery({ format, address }: Order): Order['address'] {
  if (format === 'physical' && !address)
    throw new Refusal('validation_failed', {
      errors: [{ field: 'address', code: 'required', reason: message('card_address_required') }],
    });
  return format === 'physical' ? address : undefined;
}

/** The fee is that of this moment. */
function requireFee({ format, fee, replaces }: Order, rule: CardRule, { currency }: BankAccount): Money {
  const physical = replaces ? rule.replacementFeeMinor : rule.physicalFeeMinor;
  const price = money(currency, format === 'virtual' ? rule.virtualFeeMinor : physical);
  if (fee !== formatAmount(price)) throw new Refusal('price_changed');
  return price;
}

function requireConfirmation(ctx: CustomerCtx, order: Order, fee: Money): Promise<void> {
  const { authorisation, idempotency, fee: _fee, ...ordered } = order;
  return requirePinAuthorisation(ctx, authorisation, {
    operation: 'card.order',
    ...ordered,
    amount: formatAmount(fee),
    currency: fee.currency,
    paymentIdempotency: idempotency,
  });
}
