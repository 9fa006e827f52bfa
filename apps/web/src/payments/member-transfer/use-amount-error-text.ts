import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import { useTranslations } from 'use-intl';
import { type Money, moneyText } from '../../ui/money.ts';
import { useAmountError } from '../../ui/use-amount-error.ts';
import { amountFaultOf, type MemberDraft } from './member-draft.ts';

type Typed = { draft: MemberDraft; source: BankAccountView; available: Money | undefined };

export function useAmountErrorText({ draft, source, available }: Typed): string | undefined {
  const t = useTranslations('memberTransfer');
  const faultText = useAmountError();
  const fault = amountFaultOf(draft.amount, source.currency, available?.amount);
  if (fault === undefined) return undefined;
  if (fault === 'tooMuch' && available) return t('tooMuch', { available: moneyText(available) });
  return faultText(draft.amount, source.currency);
}
