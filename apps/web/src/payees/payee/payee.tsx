import type { PayeeView } from '@larkmere/contract/payees/payee';
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { useTranslations } from 'use-intl';
import { useSession } from '../../platform/session/session.ts';
import { moneyText } from '../../ui/money.ts';
import { Notice } from '../../ui/Notice.tsx';
import { NameCheckNotice } from './NameCheckNotice.tsx';
import { isMuchLarger, isPromptPayPayee, isRecentlyAccepted } from './name-check.ts';
import { domesticPayeesQuery, payablePayeesQuery, payeesQuery } from './payee.api.ts';
import { matchesSearch } from './payee-search.ts';
import { isPayableType } from './swift-access.ts';

export { NameCheckNotice } from './NameCheckNotice.tsx';
export { NameMismatchFields } from './NameMismatchFields.tsx';
export { isPromptPayPayee } from './name-check.ts';
export { PayeePicker } from './PayeePicker.tsx';
export { PayeeStatus } from './PayeeStatus.tsx';
export { PayeeTypeLabel } from './PayeeTypeLabel.tsx';
export { countriesQuery, payeeQuery } from './payee.api.ts';
export { kindsForCountry, type PayeeDraft } from './payee-kind.ts';
export { usePayeePaths } from './payee-paths.ts';
export { sortPayees } from './payee-search.ts';
export { paymentScreenPath } from './payment-screen-path.ts';
export { useNameMismatch } from './use-name-mismatch.ts';
export { usePayeeAuthorisation } from './use-payee-authorisation.tsx';

/** Loaded when an account number is pasted: it knows the formats of all countries. */
export const AccountReadings = lazy(async () => ({ default: (await import('./AccountReadings.tsx')).AccountReadings }));

/** Loaded for somebody new. */
export const NewPayeeForm = lazy(async () => ({ default: (await import('./NewPayeeForm.tsx')).NewPayeeForm }));

export const useDomesticPayees = (currency: 'GBP' | 'EUR' | 'THB') => useQuery(domesticPayeesQuery(currency));

export const usePayablePayees = (currency: PayeeView['currency']) => useQuery(payablePayeesQuery(currency));

export function useIsPayable(): (payee: PayeeView) => boolean {
  const session = useSession();
  return (payee) => payee.status === 'approved' && isPayableType(payee, session);
}

export const usePayees = () => useQuery(payeesQuery);

export const searchPayees = (payees: PayeeView[], text: string): PayeeView[] =>
  payees.filter((payee) => matchesSearch(payee, text));

type NameReminderProps = {
  payee: Pick<PayeeView, 'name' | 'nameCheck' | 'largestPaid' | 'type' | 'details'>;
  amount: string;
  currency: string;
};

/**
 * The name check result right before a payment. A result the customer accepted is not repeated, unless the payment is
 * more than three times the largest one so far.
 */
export function NameReminder({ payee, amount, currency }: NameReminderProps) {
  const { name, nameCheck, largestPaid } = payee;
  const t = useTranslations('payee.reminder');
  const isLarge = isMuchLarger({ amount, currency }, largestPaid);
  return (
    <>
      {isLarge && largestPaid && (
        <Notice kind="warning" title={t('large', { largest: moneyText(largestPaid) })}>
          {t('largeText', { name })}
        </Notice>
      )}
      {!nameCheck ? (
        <Notice kind="neutral">{t('noCheck')}</Notice>
      ) : largestPaid && !isLarge && isRecentlyAccepted(nameCheck) ? (
        <p className="text-small text-text-muted">{t('settled')}</p>
      ) : (
        <NameCheckNotice check={nameCheck} name={name} isPromptPay={isPromptPayPayee(payee)} />
      )}
    </>
  );
}
