import type { CardLimits } from '@larkmere/contract/cards/issued-card';
import { message } from '@larkmere/messages/message';
import { type Currency, formatAmount, type Money, money } from '@larkmere/money/money';
import type { Tx } from '../../platform/db/db.ts';
import { requirePositiveAmount } from '../../platform/requests/amount.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import { readSetting, type SettingRow } from '../../platform/settings/setting.ts';
import { cardRule } from './issued-card.settings.ts';
import { type PersonLimit, selectPersonLimit } from './issued-card.sql.ts';

export type CardRule = SettingRow<typeof cardRule>;

const fields = ['perPayment', 'daily', 'monthly'] as const;
const columnOf = { perPayment: 'perPaymentMinor', daily: 'dailyMinor', monthly: 'monthlyMinor' } as const;

/** Refuses with `card_not_offered` for a currency without cards. */
export async function requireRule(tx: Tx, currency: Currency): Promise<CardRule> {
  const rule = await readSetting(tx, cardRule, { currency });
  if (!rule) throw new Refusal('card_not_offered');
  return rule;
}

/** Refuses with `amount_invalid`, and with `validation_failed` if one is above the next. */
export function readLimits(currency: Currency, limits: CardLimits): PersonLimit {
  const [perPayment, daily, monthly] = fields.map(
    (field) => requirePositiveAmount(currency, limits[field], field).minor,
  ) as [bigint, bigint, bigint];
  if (perPayment > daily) throw aboveNext('perPayment', money(currency, daily));
  if (daily > monthly) throw aboveNext('daily', money(currency, monthly));
  return { perPaymentMinor: perPayment, dailyMinor: daily, monthlyMinor: monthly };
}

function aboveNext(field: 'perPayment' | 'daily', limit: Money): Refusal {
  const reason = message(field === 'daily' ? 'card_daily_above_monthly' : 'card_payment_above_daily', { limit });
  return new Refusal('validation_failed', { errors: [{ field, code: 'too_large', reason }] });
}

/** Refuses with `card_limit_too_high`. */
export function requireWithin(currency: Currency, limits: PersonLimit, highest: PersonLimit): void {
  const field = fields.find((each) => limits[columnOf[each]] > highest[columnOf[each]]);
  if (!field) return;
  const reason = message('card_limit_maximum', { maximum: money(currency, highest[columnOf[field]]) });
  throw new Refusal('card_limit_too_high', { errors: [{ field, code: 'too_large', reason }] });
}

export const isAnyAbove = (limits: PersonLimit, maximum: PersonLimit): boolean =>
  fields.some((field) => limits[columnOf[field]] > maximum[columnOf[field]]);

/** The most that is possible for a person: what an owner set, within our own rule. */
export async function highestFor(
  tx: Tx,
  holder: Readonly<{ customerId: string; userId: string }>,
  rule: CardRule,
): Promise<PersonLimit> {
  return withinRule(rule, await selectPersonLimit(tx, holder, rule.currency));
}

const lower = (maximum: bigint, own: bigint | null | undefined): bigint =>
  own === null || own === undefined || own > maximum ? maximum : own;

type OwnLimit = Readonly<{ [Column in keyof PersonLimit]: bigint | null }>;

export const withinRule = (rule: CardRule, own: OwnLimit | undefined): PersonLimit => ({
  perPaymentMinor: lower(rule.maxPerPaymentMinor, own?.perPaymentMinor),
  dailyMinor: lower(rule.maxDailyMinor, own?.dailyMinor),
  monthlyMinor: lower(rule.maxMonthlyMinor, own?.monthlyMinor),
});

export const defaultsOf = (rule: CardRule): PersonLimit => ({
  perPaymentMinor: rule.perPaymentMinor,
  dailyMinor: rule.dailyMinor,
  monthlyMinor: rule.monthlyMinor,
});

export const lowestOf = (one: PersonLimit, other: PersonLimit): PersonLimit => ({
  perPaymentMinor: lower(one.perPaymentMinor, other.perPaymentMinor),
  dailyMinor: lower(one.dailyMinor, other.dailyMinor),
  monthlyMinor: lower(one.monthlyMinor, other.monthlyMinor),
});

export function viewLimits(currency: Currency, limits: PersonLimit): CardLimits {
  const text = (minor: bigint): string => formatAmount(money(currency, minor));
  return {
    perPayment: text(limits.perPaymentMinor),
    daily: text(limits.dailyMinor),
    monthly: text(limits.monthlyMinor),
  };
}
