import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import type { AutoFxTerms, AutoFxView } from '@larkmere/contract/fx/auto-fx';
import type { Purpose } from '@larkmere/contract/purpose';
import { toDisplayedTarget } from '@larkmere/money/displayed-rate';
import { rateWithBase } from '@larkmere/money/market-convention';
import { type Currency, isPositive, readAmount } from '@larkmere/money/money';
import { type Rate, readRate } from '@larkmere/money/rate';

export type AutoFxDraft = Omit<
  AutoFxTerms,
  'amount' | 'floor' | 'targetRate' | 'targetBase' | 'validUntil' | 'startsAt'
> & {
  amount: string;
  floor: string;
  /** Units of the bought currency per unit sold. */
  targetRate: string;
  validUntil: string;
  startsAt: string;
};

export const newDraft = (from: BankAccountView, to: BankAccountView, slippage: string): AutoFxDraft => ({
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

export type AutoFxPrefill = { new: string; source: string; target: string; side: string; amount: string };

export function prefillDraft(
  draft: AutoFxDraft,
  wish: Partial<AutoFxPrefill>,
  accounts: BankAccountView[],
): AutoFxDraft {
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
export function targetRateOf({ sell, buy, targetRate, targetBase }: AutoFxTerms): Rate | undefined {
  const base = targetBase ?? sell;
  const rate = targetRate === null ? undefined : readRate(base, base === sell ? buy : sell, targetRate);
  return rate && rateWithBase(sell, rate);
}

function targetRateText(terms: AutoFxTerms): string {
  const target = targetRateOf(terms);
  return target ? toDisplayedTarget(target).rate : '';
}

export const toDraft = ({ targetBase: _, ...terms }: AutoFxTerms): AutoFxDraft => ({
  ...terms,
  amount: terms.amount ?? '',
  floor: terms.floor ?? '',
  targetRate: targetRateText({ targetBase: _, ...terms }),
  validUntil: terms.validUntil ?? '',
  startsAt: terms.startsAt?.slice(0, 10) ?? '',
});

export const isScheduled = ({ type }: Pick<AutoFxDraft, 'type'>): boolean => type === 'schedule' || type === 'sweep';
export const hasFixedAmount = ({ amountMode }: Pick<AutoFxDraft, 'amountMode'>): boolean =>
  amountMode === 'fixed_sell' || amountMode === 'fixed_buy';

export const fixedAmountCurrency = ({
  amountMode,
  sell,
  buy,
}: Pick<AutoFxDraft, 'amountMode' | 'sell' | 'buy'>): Currency => (amountMode === 'fixed_buy' ? buy : sell);

export const canReserve = (draft: AutoFxDraft): boolean =>
  isScheduled(draft) ? draft.repeat === 'none' && draft.amountMode === 'fixed_sell' : hasFixedAmount(draft);

const payoutCurrencies = ['GBP', 'EUR', 'THB'] as const;
export const payoutCurrencyOf = (buy: Currency) => payoutCurrencies.find((code) => code === buy);

export function normaliseDraft(input: AutoFxDraft): AutoFxDraft {
  const draft = { ...input, afterFill: payoutCurrencyOf(input.buy) ? input.afterFill : null };
  if (draft.type === 'sweep')
    return {
      ...draft,
      amountMode: 'above_floor',
      repeat: draft.repeat === 'none' ? 'daily' : draft.repeat,
      reserve: false,
    };
  const next = isScheduled(draft) ? draft : { ...draft, repeat: 'none' as const };
  return canReserve(next) ? next : { ...next, reserve: false };
}

export type InvalidField = 'amount' | 'floor' | 'targetRate' | 'maxSlippagePct' | 'most' | 'reference';

export function findInvalidFields(draft: AutoFxDraft): InvalidField[] {
  const { amountMode, amount, floor, sell, buy, targetRate, maxSlippagePct } = draft;
  const fixed = readAmount(fixedAmountCurrency(draft), amount);
  const faults: InvalidField[] = [];
  if (hasFixedAmount(draft) && !(fixed && isPositive(fixed))) faults.push('amount');
  if (amountMode === 'above_floor' && !readAmount(sell, floor)) faults.push('floor');
  if (!isScheduled(draft) && !readRate(sell, buy, targetRate)) faults.push('targetRate');
  if (draft.type === 'stop' && !/^[0-5](\.\d{1,2})?$/.test(maxSlippagePct)) faults.push('maxSlippagePct');
  const most = draft.afterFill && readAmount(buy, draft.afterFill.maxAmount);
  if (draft.afterFill && !(most && isPositive(most))) faults.push('most');
  if (draft.afterFill && draft.afterFill.reference.trim() === '') faults.push('reference');
  return faults;
}

/**
 * Terms of a draft without faults. A target rate that the user did not touch stays exactly as stated: the form rounds
 * one that was stated in the inverse direction.
 */
export const toTerms = (draft: AutoFxDraft, before?: AutoFxTerms): AutoFxTerms => ({
  ...draft,
  amount: hasFixedAmount(draft) ? draft.amount : null,
  floor: draft.amountMode === 'above_floor' ? draft.floor : null,
  ...targetTerms(draft, before),
  validUntil: draft.validUntil || null,
  startsAt: isScheduled(draft) && draft.startsAt ? `${draft.startsAt}T09:00:00.000Z` : null,
});

function targetTerms(
  draft: AutoFxDraft,
  before: AutoFxTerms | undefined,
): Pick<AutoFxTerms, 'targetRate' | 'targetBase'> {
  if (isScheduled(draft)) return { targetRate: null, targetBase: null };
  const isUntouched =
    before?.sell === draft.sell && before.buy === draft.buy && targetRateText(before) === draft.targetRate;
  if (before && isUntouched) return { targetRate: before.targetRate, targetBase: before.targetBase };
  return { targetRate: draft.targetRate, targetBase: draft.sell };
}

export type ExistingOrder = Pick<AutoFxView, 'uid' | 'version' | 'terms' | 'state'> | undefined;

export const toPinPurpose = (
  terms: AutoFxTerms,
  seen: ExistingOrder,
  { acceptMetTarget, paymentIdempotency }: { acceptMetTarget: boolean; paymentIdempotency: string },
): Purpose => ({
  operation: 'auto-fx.set',
  uid: seen?.uid ?? null,
  version: seen?.version ?? null,
  terms,
  acceptMetTarget,
  amount: terms.amount ?? terms.floor ?? '0',
  currency: fixedAmountCurrency(terms),
  paymentIdempotency,
});
