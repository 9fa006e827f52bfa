import type { PartnerShareLine, PartnerStatement, ShareRule } from '@larkmere/contract/customers/introducer-partner';
import { defaultText } from '@larkmere/messages/format-message';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import type { StatedLine } from './introducer-partner.read.ts';
import type { Rule, StatementRow } from './introducer-partner.sql.ts';
import { sumPayouts } from './share-lines.ts';
import { limited } from './statement-total.ts';

export const toMoneyView = (currency: Currency, minor: bigint) => ({
  amount: formatAmount(money(currency, minor)),
  currency: currency,
});

export const toTerms = ({
  currency,
  exchangeBps,
  paymentBps,
  capMinor: cap,
  months,
  ends,
}: Omit<Rule, 'customerId' | 'effectiveFrom' | 'changeId'>): Omit<ShareRule, 'startsAt'> => ({
  exchangeBps,
  paymentBps,
  currency,
  monthlyCap: cap === null ? null : toMoneyView(currency, cap),
  months,
  ends,
});

export const toRuleView = (rule: Rule): ShareRule => ({
  ...toTerms(rule),
  startsAt: rule.effectiveFrom.toISOString(),
});

export const toStatementView = (row: StatementRow): PartnerStatement => ({
  uid: row.id,
  month: row.month,
  issuedAt: row.issuedAt.toISOString(),
  isFinal: row.isFinal,
  share: toMoneyView(row.currency, limited(row.shareMinor, row.capMinor)),
  carriedIn: toMoneyView(row.currency, row.carriedInMinor),
  total: toMoneyView(row.currency, row.totalMinor),
  state: row.state,
  reason: row.reason && reasonText(row.reason, row.currency),
  paidAt: row.paidAt?.toISOString() ?? null,
});

const reasonText = (reason: string, currency: Currency): string =>
  reason === 'no_account' ? defaultText('partner_no_account', { currency }) : defaultText('partner_account_restricted');

/** First name and initial, as much as a partner has to know. */
export function toShortName(name: string): string {
  const [first = '', ...others] = name.trim().split(/\s+/);
  const initial = others.at(-1)?.codePointAt(0);
  return initial === undefined ? first : `${first} ${String.fromCodePoint(initial)}.`;
}

/** One line per customer and product: the currencies that a customer deals in are theirs. */
export function mergeLines(lines: readonly StatedLine[], currency: Currency): PartnerShareLine[] {
  const merged = Map.groupBy(lines, ({ customerId, product }) => `${customerId} ${product}`);
  return [...merged.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    return {
      name: toShortName(first.name),
      product: first.product,
      deals: group.reduce((sum, { deals }) => sum + deals, 0),
      share: toMoneyView(currency, sumPayouts(group)),
    };
  });
}
