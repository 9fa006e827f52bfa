import type { AutoFxTerms, PaymentOnFill } from '@larkmere/contract/fx/auto-fx';
import { amountHintFor } from '@larkmere/contract/platform/amount-hint';
import { type Message, message } from '@larkmere/messages/message';
import { type Currency, isPositive, type Money, readAmount } from '@larkmere/money/money';
import { formatRate, type Rate, readRate } from '@larkmere/money/rate';
import { targetDecimals } from '@larkmere/money/target-bounds';
import { requirePayableSavedPayee } from '../../payees/payee/payee.ts';
import { invalidAmount } from '../../platform/requests/amount.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { currentDealTerms, requireTradableAccount } from '../conversion/conversion.ts';
import { type AutoFxSetting, autoFxSetting } from './auto-fx.settings.ts';
import type { OrderColumns } from './auto-fx.sql.ts';
import { isScheduled, type PayerCtx, triggerDirection } from './auto-fx.ts';

const invalidPaymentField = (field: 'payeeUid' | 'most', reason: Message): Refusal =>
  new Refusal('validation_failed', { errors: [{ field: `terms.afterFill.${field}`, code: 'invalid', reason }] });

export function readPaymentCeiling(buy: Currency, { maxAmount }: PaymentOnFill): Money {
  const read = readAmount(buy, maxAmount);
  if (!read || !isPositive(read)) throw invalidPaymentField('most', message(amountHintFor(buy)));
  return read;
}

export async function requireValidPaymentOnFill(ctx: PayerCtx, { afterFill, buy }: AutoFxTerms): Promise<void> {
  if (!afterFill) return;
  readPaymentCeiling(buy, afterFill);
  const payee = await requirePayableSavedPayee(ctx, afterFill.payeeUid, afterFill.payeeVersion);
  if (payee.type !== buy.toLowerCase())
    throw invalidPaymentField('payeeUid', message('payee_currency_not_supported', { currency: buy }));
}

type TermsColumns = Omit<OrderColumns, 'id' | 'reference' | 'customerId' | 'userId' | 'tier'>;

const dayMs = 86_400_000;

const invalidField = (field: keyof AutoFxTerms, reason: Message): Refusal =>
  new Refusal('validation_failed', { errors: [{ field: `terms.${field}`, code: 'invalid', reason }] });

export async function validateTerms(ctx: PayerCtx, terms: AutoFxTerms): Promise<TermsColumns> {
  const { type, sell, buy, amountMode, repeat, reserve, offHours } = terms;
  const setting = await requireSetting(ctx.tx, autoFxSetting, {});
  if (sell === buy) throw invalidField('buy', message('buy_currency_same'));
  const source = await requireTradableAccount(ctx, terms.sourceBankholderId, sell);
  const target = await requireTradableAccount(ctx, terms.targetBankholderId, buy);
  const timed = isScheduled(type);
  if (!timed && repeat !== 'none') throw invalidField('repeat', message('order_target_repeats'));
  if (type === 'sweep' && repeat === 'none') throw invalidField('repeat', message('order_frequency_required'));
  if (type === 'sweep' && amountMode !== 'above_floor')
    throw invalidField('amountMode', message('order_floor_required'));
  if (reserve && !canReserve(terms)) throw invalidField('reserve', message('order_reserve_needs_fixed_amount'));
  await requireValidPaymentOnFill(ctx, terms);
  const rate = timed ? undefined : readTarget(terms);
  const opensAt = timed ? await nextOpening(ctx, sell, buy) : undefined;
  const startsAt = timed ? readStart(terms, opensAt ?? ctx.now, ctx.now) : null;
  return {
    type,
    amountMode,
    sourceBankholderId: source.bankholderId,
    targetBankholderId: target.bankholderId,
    fromAccount: source.ledgerAccountId,
    toAccount: target.ledgerAccountId,
    sell,
    buy,
    ...readAmounts(terms),
    target: rate ? formatRate(rate, targetDecimals) : null,
    targetBase: rate?.base ?? null,
    direction: rate && (type === 'limit' || type === 'stop') ? triggerDirection(type, sell, rate) : null,
    slippageBps: Math.round(Number(terms.maxSlippagePct) * 100),
    reserve,
    startsAt,
    nextRunAt: startsAt,
    repeat,
    validUntil: readValidity(terms, setting, ctx.now),
    offHours,
  };
}

const canReserve = ({ type, amountMode, repeat }: AutoFxTerms): boolean =>
  repeat === 'none' && (amountMode === 'fixed_sell' || (amountMode === 'fixed_buy' && type !== 'schedule'));

/** Stored as typed: an inverse would have to be rounded. */
function readTarget({ sell, buy, targetRate, targetBase }: AutoFxTerms): Rate {
  const base = targetBase ?? sell;
  if (base !== sell && base !== buy) throw invalidField('targetBase', message('target_base_invalid'));
  const quote = base === sell ? buy : sell;
  const rate = targetRate === null ? undefined : readRate(base, quote, targetRate);
  if (!rate) throw invalidField('targetRate', message('target_rate_required', { base, quote }));
  return rate;
}

async function nextOpening(ctx: PayerCtx, sell: Currency, buy: Currency): Promise<Date | undefined> {
  try {
    return (await currentDealTerms(ctx, { tier: ctx.actor.userType, sell, buy })).closed?.opensAt;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'pair_unavailable') throw error;
    const { opensAt } = error.data ?? {};
    return typeof opensAt === 'string' ? new Date(opensAt) : undefined;
  }
}

function readStart({ startsAt }: AutoFxTerms, next: Date, now: Date): Date {
  if (startsAt === null) return next;
  const start = new Date(startsAt);
  if (start.getTime() < now.getTime() - dayMs) throw invalidField('startsAt', message('date_past'));
  return start;
}

function readValidity({ validUntil }: AutoFxTerms, { maxValidityDays }: AutoFxSetting, now: Date): Date | null {
  if (validUntil === null) return null;
  const end = new Date(Date.parse(`${validUntil}T00:00:00Z`) + dayMs);
  if (end <= now) throw invalidField('validUntil', message('date_past'));
  if (end.getTime() > now.getTime() + (maxValidityDays + 1) * dayMs)
    throw invalidField('validUntil', message('end_date_too_far', { max: maxValidityDays }));
  return end;
}

function readAmounts({
  amountMode,
  amount,
  floor,
  sell,
  buy,
}: AutoFxTerms): Pick<TermsColumns, 'amountMinor' | 'floorMinor'> {
  if (amountMode === 'all_available') return { amountMinor: null, floorMinor: null };
  if (amountMode === 'above_floor')
    return { amountMinor: null, floorMinor: requireAmountField('floor', sell, floor).minor };
  const fixed = requireAmountField('amount', amountMode === 'fixed_sell' ? sell : buy, amount);
  if (!isPositive(fixed)) throw invalidAmount(fixed.currency, 'terms.amount');
  return { amountMinor: fixed.minor, floorMinor: null };
}

function requireAmountField(field: 'amount' | 'floor', currency: Currency, text: string | null): Money {
  const sum = text === null ? undefined : readAmount(currency, text);
  if (!sum) throw invalidAmount(currency, `terms.${field}`);
  return sum;
}
