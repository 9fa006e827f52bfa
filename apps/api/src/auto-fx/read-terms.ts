import type { AutoFxTerms } from '@larkmere/contract/auto-fx';
import { type Currency, isPositive, type Money, readAmount } from '@larkmere/money/money';
import { formatRate, type Rate, readRate } from '@larkmere/money/rate';
import { targetDecimals } from '@larkmere/money/target-bounds';
import { dealTerms, requireHolding } from '../fx/fx.ts';
import { badAmount } from '../kernel/amount.ts';
import { Refusal } from '../kernel/refusal.ts';
import { requireAfterFill } from './after-fill.ts';
import { type OrderColumns, type Setting, settingInForce } from './auto-fx.sql.ts';
import { directionOf, isTimed, type PayerCtx } from './auto-fx.ts';

type Columns = Omit<OrderColumns, 'id' | 'reference' | 'customer_id' | 'person_id' | 'tier'>;

const dayMs = 86_400_000;

const wrong = (field: keyof AutoFxTerms, message: string): Refusal =>
  new Refusal('validation_failed', { errors: [{ field: `terms.${field}`, code: 'invalid', message }] });

export async function readTerms(ctx: PayerCtx, terms: AutoFxTerms): Promise<Columns> {
  const { type, sell, buy, amountMode, repeat, reserve, offHours } = terms;
  const setting = await settingInForce(ctx.tx);
  if (sell === buy) throw wrong('buy', 'Choose another currency to buy');
  const source = await requireHolding(ctx, terms.sourceBankholderId, sell);
  const target = await requireHolding(ctx, terms.targetBankholderId, buy);
  const timed = isTimed(type);
  if (!timed && repeat !== 'none') throw wrong('repeat', 'An order with a target runs once');
  if (type === 'sweep' && repeat === 'none') throw wrong('repeat', 'Choose how often to look');
  if (type === 'sweep' && amountMode !== 'above_floor') throw wrong('amountMode', 'A sweep keeps an amount');
  if (reserve && !mayReserve(terms)) throw wrong('reserve', 'Money can be set aside only for a fixed amount');
  await requireAfterFill(ctx, terms);
  const rate = timed ? undefined : readTarget(terms);
  const opensAt = timed ? await opening(ctx, sell, buy) : undefined;
  const startsAt = timed ? readStart(terms, opensAt ?? ctx.now, ctx.now) : null;
  return {
    type,
    amount_mode: amountMode,
    source_bankholder_id: source.bankholderId,
    target_bankholder_id: target.bankholderId,
    from_account: source.ledgerAccountId,
    to_account: target.ledgerAccountId,
    sell,
    buy,
    ...readAmounts(terms),
    target: rate ? formatRate(rate, targetDecimals) : null,
    target_base: rate?.base ?? null,
    direction: rate && (type === 'limit' || type === 'stop') ? directionOf(type, sell, rate) : null,
    slippage_bps: Math.round(Number(terms.maxSlippagePct) * 100),
    reserve,
    starts_at: startsAt,
    next_run_at: startsAt,
    repeat,
    valid_until: readValidity(terms, setting, ctx.now),
    off_hours: offHours,
  };
}

const mayReserve = ({ type, amountMode, repeat }: AutoFxTerms): boolean =>
  repeat === 'none' && (amountMode === 'fixed_sell' || (amountMode === 'fixed_buy' && type !== 'schedule'));

/** Stored as typed: an inverse would have to be rounded. */
function readTarget({ sell, buy, targetRate, targetBase }: AutoFxTerms): Rate {
  const base = targetBase ?? sell;
  if (base !== sell && base !== buy) throw wrong('targetBase', 'Choose one of the two currencies');
  const quote = base === sell ? buy : sell;
  const rate = targetRate === null ? undefined : readRate(base, quote, targetRate);
  if (!rate) throw wrong('targetRate', `Enter how many ${quote} one ${base} buys`);
  return rate;
}

async function opening(ctx: PayerCtx, sell: Currency, buy: Currency): Promise<Date | undefined> {
  try {
    return (await dealTerms(ctx, { tier: ctx.actor.userType, sell, buy })).closed?.opensAt;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'pair_unavailable') throw error;
    const { opensAt } = error.data ?? {};
    return typeof opensAt === 'string' ? new Date(opensAt) : undefined;
  }
}

function readStart({ startsAt }: AutoFxTerms, next: Date, now: Date): Date {
  if (startsAt === null) return next;
  const start = new Date(startsAt);
  if (start.getTime() < now.getTime() - dayMs) throw wrong('startsAt', 'Choose a day that is not over');
  return start;
}

function readValidity({ validUntil }: AutoFxTerms, { max_validity_days }: Setting, now: Date): Date | null {
  if (validUntil === null) return null;
  const end = new Date(Date.parse(`${validUntil}T00:00:00Z`) + dayMs);
  if (end <= now) throw wrong('validUntil', 'Choose a day that is not over');
  if (end.getTime() > now.getTime() + (max_validity_days + 1) * dayMs)
    throw wrong('validUntil', `Choose a day within ${max_validity_days} days`);
  return end;
}

function readAmounts({
  amountMode,
  amount,
  floor,
  sell,
  buy,
}: AutoFxTerms): Pick<Columns, 'amount_minor' | 'floor_minor'> {
  if (amountMode === 'all_available') return { amount_minor: null, floor_minor: null };
  if (amountMode === 'above_floor') return { amount_minor: null, floor_minor: requireSum('floor', sell, floor).minor };
  const fixed = requireSum('amount', amountMode === 'fixed_sell' ? sell : buy, amount);
  if (!isPositive(fixed)) throw badAmount(fixed.currency, 'terms.amount');
  return { amount_minor: fixed.minor, floor_minor: null };
}

function requireSum(field: 'amount' | 'floor', currency: Currency, text: string | null): Money {
  const sum = text === null ? undefined : readAmount(currency, text);
  if (!sum) throw badAmount(currency, `terms.${field}`);
  return sum;
}
