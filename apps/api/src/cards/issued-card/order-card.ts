import type { CardFormat } from '@larkmere/contract/cards/issued-card';
import type { CardDesignName } from '@larkmere/contract/cards/issued-card-rules';
import type { contract } from '@larkmere/contract/contract';
import type { Input } from '@larkmere/contract/platform/endpoint';
import { AccountFrozen, InsufficientFunds } from '@larkmere/ledger/errors';
import { defaultText } from '@larkmere/messages/format-message';
import { message } from '@larkmere/messages/message';
import { formatAmount, isZero, type Money, money } from '@larkmere/money/money';
import { v7 } from 'uuid';
import {
  bookOperation,
  createOperationId,
  firmAccountId,
  generateReference,
  recordNarrative,
} from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { type BankAccount, findBankAccount, requireOwnAccount } from '../../accounts/bank-account/bank-account.ts';
import { requirePinAuthorisation } from '../../identity/pin/pin.ts';
import { emit } from '../../platform/events/outbox.ts';
import { recordState } from '../../platform/lifecycle/change-state.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { isHolder, lockVisibleCard, managesCards } from './card-access.ts';
import { type CardRule, highestFor, lowestOf, readLimits, requireRule, requireWithin } from './card-limits.ts';
import { changeCardState } from './change-card-state.ts';
import { type CardPersonRow, selectCardPeople } from './issued-card.read.ts';
import { cardSetting } from './issued-card.settings.ts';
import {
  countCardsInUse,
  hasReplacement,
  type IssuedCard,
  insertCard,
  type PersonLimit,
  updateCard,
} from './issued-card.sql.ts';
import { cardRef, issuedCardOrdered } from './issued-card-events.ts';
import { issuedCardLifecycle } from './issued-card-lifecycle.ts';
import { type OrderFacts, orderDocument, toDelivery } from './order-document.ts';
import { isCardOffered } from './show-issued-cards.ts';
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

type NewCard = Readonly<{
  id: string;
  account: BankAccount;
  holder: Readonly<{ userId: string; name: string }>;
  embossedName: string;
  format: CardFormat;
  design: CardDesignName;
  phone: string;
  limits: PersonLimit;
  switches?: Pick<IssuedCard, 'online' | 'contactless' | 'atm' | 'abroad' | 'magstripe'> | undefined;
  replaces: string | null;
  delivery?: OrderFacts['delivery'] | undefined;
  fee: Readonly<{ minor: bigint; id: string | null }>;
}>;

/** Writes the order; the outbox gives it to the processor after the commit. */
export async function createCard(ctx: Ctx, card: NewCard): Promise<IssuedCard> {
  const { id, account, embossedName, format, replaces, limits, delivery = null } = card;
  const byUserId = ctx.actor.kind === 'customer' ? ctx.actor.userId : null;
  const row = await insertCard(ctx.tx, {
    id,
    customerId: account.customerId,
    accountId: account.id,
    bankholderId: account.bankholderId,
    currency: account.currency,
    holderId: card.holder.userId,
    holderName: card.holder.name,
    embossedName,
    format,
    design: card.design,
    phone: card.phone,
    document: orderDocument({ cardId: id, format, currency: account.currency, embossedName, replaces, delivery }),
    perPaymentMinor: limits.perPaymentMinor,
    dailyMinor: limits.dailyMinor,
    monthlyMinor: limits.monthlyMinor,
    ...card.switches,
    replaces,
    orderedBy: byUserId,
    feeMinor: card.fee.minor,
    feeId: card.fee.id,
  });
  await recordState(ctx, issuedCardLifecycle, row, { format, account: account.bankholderId });
  await emit(ctx, issuedCardOrdered, {
    ...cardRef(row, ctx.now),
    byUserId,
    isRenewal: replaces !== null && byUserId === null,
  });
  return row;
}

/** Null if there is nothing to charge. Refuses with `insufficient_funds` or `account_not_usable`. */
export async function chargeCardFee({ tx }: Ctx, account: BankAccount, fee: Money): Promise<string | null> {
  if (isZero(fee)) return null;
  const id = createOperationId();
  await recordNarrative(tx, id, {
    kind: 'fee',
    reference: generateReference(),
    description: defaultText('statement_card_fee'),
  });
  const credit = await firmAccountId(tx, `fee-income:card:${fee.currency}`);
  const postings = [{ debit: account.ledgerAccountId, credit, amount: fee }];
  await bookOperation(tx, { kind: 'post', id, code: 'issued_card.fee', postings }).catch((error: unknown) => {
    if (error instanceof InsufficientFunds)
      throw new Refusal('insufficient_funds', {
        reason: message('card_fee_insufficient_funds', { fee }),
        data: { needed: formatAmount(fee), currency: fee.currency },
      });
    throw error instanceof AccountFrozen ? new Refusal('account_not_usable') : error;
  });
  return id;
}

/** For a card that was not made. Call it last in a transaction, because it may post. */
export async function refundCardFee({ tx }: Ctx, card: IssuedCard): Promise<void> {
  if (card.feeId === null) return;
  const account = await findBankAccount(tx, card.accountId);
  if (!account) throw new Error(`the account of card ${card.id} is not there`);
  const currency = card.currency;
  const id = createOperationId();
  await updateCard(tx, card.id, { feeRefundId: id });
  await recordNarrative(tx, id, {
    kind: 'fee',
    reference: generateReference(),
    description: defaultText('statement_card_fee_refunded'),
  });
  const debit = await firmAccountId(tx, `fee-income:card:${currency}`);
  const postings = [{ debit, credit: account.ledgerAccountId, amount: money(currency, card.feeMinor) }];
  await bookOperation(tx, { kind: 'post', id, code: 'issued_card.fee_refunded', postings });
}
