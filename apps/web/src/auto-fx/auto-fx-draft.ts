import type { AutoFxTerms, AutoFxView } from '@larkmere/contract/auto-fx';
import type { BankAccountView } from '@larkmere/contract/bank-account';
import type { Purpose } from '@larkmere/contract/pin';
import { ratePricing } from '@larkmere/money/market-order';
import { type Currency, isPositive, readAmount } from '@larkmere/money/money';
import { type Rate, readRate } from '@larkmere/money/rate';
import { showTarget } from '@larkmere/money/rate-text';

export type Draft = Omit<AutoFxTerms, 'amount' | 'floor' | 'targetRate' | 'targetBase' | 'validUntil' | 'startsAt'> & {
  amount: string;
  floor: string;
  /** Units of the bought currency per unit sold. */
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

export type Wish = { new: string; source: string; target: string; side: string; amount: string };

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

/** Units bought per unit sold; undefined for a scheduled order. */
export function targetOf({ sell, buy, targetRate, targetBase }: AutoFxTerms): Rate | undefined {
  const base = targetBase ?? sell;
  const rate = targetRate === null ? undefined : readRate(base, base === sell ? buy : sell, targetRate);
  return rate && ratePricing(sell, rate);
}

function targetFigure(terms: AutoFxTerms): string {
  const target = targetOf(terms);
  return target ? showTarget(target).rate : '';
}

export const draftOf = ({ targetBase: _, ...terms }: AutoFxTerms): Draft => ({
  ...terms,
  amount: terms.amount ?? '',
  floor: terms.floor ?? '',
  targetRate: targetFigure({ targetBase: _, ...terms }),
  validUntil: terms.validUntil ?? '',
  startsAt: terms.startsAt?.slice(0, 10) ?? '',
});

export const isTimed = ({ type }: Pick<Draft, 'type'>): boolean => type === 'schedule' || type === 'sweep';
export const isFixed = ({ amountMode }: Pick<Draft, 'amountMode'>): boolean =>
  amountMode === 'fixed_sell' || amountMode === 'fixed_buy';

export const fixedIn = ({ amountMode, sell, buy }: Pick<Draft, 'amountMode' | 'sell' | 'buy'>): Currency =>
  amountMode === 'fixed_buy' ? buy : sell;

export const mayReserve = (draft: Draft): boolean =>
  isTimed(draft) ? draft.repeat === 'none' && draft.amountMode === 'fixed_sell' : isFixed(draft);

const paidOn = ['GBP', 'EUR', 'THB'] as const;
export const payableOf = (buy: Currency) => paidOn.find((code) => code === buy);

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

/**
 * Terms of a draft without faults. A target rate that the user did not touch stays exactly as stated: the form rounds
 * one that was stated in the inverse direction.
 */
export const termsOf = (draft: Draft, before?: AutoFxTerms): AutoFxTerms => ({
  ...draft,
  amount: isFixed(draft) ? draft.amount : null,
  floor: draft.amountMode === 'above_floor' ? draft.floor : null,
  ...targetTerms(draft, before),
  validUntil: draft.validUntil || null,
  startsAt: isTimed(draft) && draft.startsAt ? `${draft.startsAt}T09:00:00.000Z` : null,
});

function targetTerms(draft: Draft, before: AutoFxTerms | undefined): Pick<AutoFxTerms, 'targetRate' | 'targetBase'> {
  if (isTimed(draft)) return { targetRate: null, targetBase: null };
  const isUntouched =
    before?.sell === draft.sell && before.buy === draft.buy && targetFigure(before) === draft.targetRate;
  if (before && isUntouched) return { targetRate: before.targetRate, targetBase: before.targetBase };
  return { targetRate: draft.targetRate, targetBase: draft.sell };
}

export type Seen = Pick<AutoFxView, 'uid' | 'version' | 'terms' | 'state'> | undefined;

export const purposeOf = (
  terms: AutoFxTerms,
  seen: Seen,
  { acceptMetTarget, paymentIdempotency }: { acceptMetTarget: boolean; paymentIdempotency: string },
): Purpose => ({
  operation: 'auto-fx.set',
  uid: seen?.uid ?? null,
  version: seen?.version ?? null,
  terms,
  acceptMetTarget,
  amount: terms.amount ?? terms.floor ?? '0',
  currency: fixedIn(terms),
  paymentIdempotency,
});
