import type { AutoFxTerms } from '@larkmere/contract/auto-fx';
import type { BankAccountView } from '@larkmere/contract/bank-account';
import type { Purpose } from '@larkmere/contract/pin';
import { inMarketOrder } from '@larkmere/money/market-order';
import { type Currency, isPositive, readAmount } from '@larkmere/money/money';
import { rateOf, readRate } from '@larkmere/money/rate';

/** The terms as they stand in the form: texts may be no amounts yet. */
export type Draft = Omit<AutoFxTerms, 'amount' | 'floor' | 'targetRate' | 'validUntil' | 'startsAt'> & {
  amount: string;
  floor: string;
  targetRate: string;
  validUntil: string;
  startsAt: string;
};

export const freshDraft = (from: BankAccountView, to: BankAccountView, slippage: string): Draft => ({
  type: 'limit',
  sourceBankholderId: from.bankholderid,
  targetBankholderId: to.bankholderid,
  sell: from.currency,
  buy: to.currency,
  amountMode: 'fixed_sell',
  amount: '',
  floor: '',
  targetRate: '',
  maxSlippagePct: slippage,
  reserve: false,
  validUntil: '',
  startsAt: '',
  repeat: 'none',
  offHours: 'hold',
  afterFill: null,
});

/** What was typed elsewhere, as it stands in the address. */
export type Wish = { new: string; source: string; target: string; side: string; amount: string };

/** A fresh draft with what was typed elsewhere in it, as far as it fits the customer's accounts. */
export function wishedDraft(draft: Draft, wish: Partial<Wish>, accounts: BankAccountView[]): Draft {
  const source = accounts.find(({ bankholderid }) => bankholderid === wish.source);
  const target = accounts.find(({ bankholderid }) => bankholderid === wish.target);
  if (!source || !target || source.currency === target.currency) return draft;
  return {
    ...draft,
    type: wish.new === 'schedule' ? 'schedule' : 'limit',
    sourceBankholderId: source.bankholderid,
    targetBankholderId: target.bankholderid,
    sell: source.currency,
    buy: target.currency,
    amountMode: wish.side === 'buy' ? 'fixed_buy' : 'fixed_sell',
    amount: wish.amount ?? '',
  };
}

export const draftOf = (terms: AutoFxTerms): Draft => ({
  ...terms,
  amount: terms.amount ?? '',
  floor: terms.floor ?? '',
  targetRate: terms.targetRate ?? '',
  validUntil: terms.validUntil ?? '',
  startsAt: terms.startsAt?.slice(0, 10) ?? '',
});

/** How the market names the two currencies. */
export function marketPair(sell: Currency, buy: Currency): { base: Currency; quote: Currency } {
  const { base, quote } = inMarketOrder(rateOf(sell, buy, 1n, 1n));
  return { base, quote };
}

export const isTimed = ({ type }: Pick<Draft, 'type'>): boolean => type === 'schedule' || type === 'sweep';
export const isFixed = ({ amountMode }: Pick<Draft, 'amountMode'>): boolean =>
  amountMode === 'fixed_sell' || amountMode === 'fixed_buy';

/** The currency in which a fixed amount is stated. */
export const fixedIn = ({ amountMode, sell, buy }: Pick<Draft, 'amountMode' | 'sell' | 'buy'>): Currency =>
  amountMode === 'fixed_buy' ? buy : sell;

/** Money can be set aside for a fixed amount of which it is known how much will leave at most. */
export const mayReserve = (draft: Draft): boolean =>
  isTimed(draft) ? draft.repeat === 'none' && draft.amountMode === 'fixed_sell' : isFixed(draft);

/** The currencies that have a rail of their own to a payee. */
const paidOn = ['GBP', 'EUR', 'THB'] as const;
export const payableOf = (buy: Currency) => paidOn.find((code) => code === buy);

/** What fits the kind of order: a sweep keeps an amount and looks again and again, a target is reached once. */
export function fitted(wanted: Draft): Draft {
  const draft = { ...wanted, afterFill: payableOf(wanted.buy) ? wanted.afterFill : null };
  if (draft.type === 'sweep')
    return {
      ...draft,
      amountMode: 'above_floor',
      repeat: draft.repeat === 'none' ? 'daily' : draft.repeat,
      reserve: false,
    };
  const next = isTimed(draft) ? draft : { ...draft, repeat: 'none' as const };
  return mayReserve(next) ? next : { ...next, reserve: false };
}

export type Fault = 'amount' | 'floor' | 'targetRate' | 'maxSlippagePct' | 'most' | 'reference';

export function faultsOf(draft: Draft): Fault[] {
  const { amountMode, amount, floor, sell, buy, targetRate, maxSlippagePct } = draft;
  const fixed = readAmount(fixedIn(draft), amount);
  const faults: Fault[] = [];
  if (isFixed(draft) && !(fixed && isPositive(fixed))) faults.push('amount');
  if (amountMode === 'above_floor' && !readAmount(sell, floor)) faults.push('floor');
  if (!isTimed(draft) && !readRate(sell, buy, targetRate)) faults.push('targetRate');
  if (draft.type === 'stop' && !/^[0-5](\.\d{1,2})?$/.test(maxSlippagePct)) faults.push('maxSlippagePct');
  const most = draft.afterFill && readAmount(buy, draft.afterFill.most);
  if (draft.afterFill && !(most && isPositive(most))) faults.push('most');
  if (draft.afterFill && draft.afterFill.reference.trim() === '') faults.push('reference');
  return faults;
}

/** The terms that a draft without faults means. */
export const termsOf = (draft: Draft): AutoFxTerms => ({
  ...draft,
  amount: isFixed(draft) ? draft.amount : null,
  floor: draft.amountMode === 'above_floor' ? draft.floor : null,
  targetRate: isTimed(draft) ? null : draft.targetRate,
  validUntil: draft.validUntil || null,
  startsAt: isTimed(draft) && draft.startsAt ? `${draft.startsAt}T09:00:00.000Z` : null,
});

export type Seen = { uid: string; version: number } | undefined;

/** What the PIN approves: these terms for this order, or for a new one. */
export const purposeOf = (terms: AutoFxTerms, seen: Seen, paymentIdempotency: string): Purpose => ({
  operation: 'auto-fx.set',
  uid: seen?.uid ?? null,
  version: seen?.version ?? null,
  terms,
  amount: terms.amount ?? terms.floor ?? '0',
  currency: fixedIn(terms),
  paymentIdempotency,
});
