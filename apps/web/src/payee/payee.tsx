import type { PayeeView } from '@larkmere/contract/payee';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { moneyText } from '../ui/money.ts';
import { Notice } from '../ui/Notice.tsx';
import { PayeeCheck } from '../ui/PayeeCheck.tsx';
import { Doubt } from './Doubt.tsx';
import { faceOf, isMuchLarger, isSettled } from './name-check.ts';
import { type PayeePickerProps, PayeePicker as Picker } from './PayeePicker.tsx';
import { payeesQuery, reachableQuery, usableQuery } from './payee.api.ts';
import { fits } from './payee-search.ts';
import { useDoubt } from './use-doubt.ts';

/** Those that can be paid by the currency's own rail, the ones paid last first. */
export const useUsablePayees = (currency: 'GBP' | 'EUR' | 'THB') => useQuery(usableQuery(currency));

/** Those that can be paid in a currency at home or abroad by SWIFT, the ones paid last first. */
export const useReachablePayees = (currency: PayeeView['currency']) => useQuery(reachableQuery(currency));

/** Every payee of the customer. */
export const usePayees = () => useQuery(payeesQuery);

/** Those that a typed text means, in the order they came. */
export const searchPayees = (payees: PayeeView[], text: string): PayeeView[] =>
  payees.filter((payee) => fits(payee, text));

/** A list of payees to choose one from: searched, or added to. */
export const PayeePicker = (props: PayeePickerProps) => <Picker {...props} />;

/** Going on with a name that is not the account's, wherever that is asked. */
export const NameDoubt = (props: ComponentProps<typeof Doubt>) => <Doubt {...props} />;
export const useNameDoubt = useDoubt;

type Props = { check: { result: string; actualName: string | null }; name: string; children?: ReactNode };

/** What the payee's bank said about the name, in one of the four faces of every scheme. */
export const NameCheckNotice = ({ check: { result, actualName }, name, children }: Props) => (
  <PayeeCheck result={faceOf(result)} accountName={actualName ?? name}>
    {children}
  </PayeeCheck>
);

type Paid = { payee: Pick<PayeeView, 'name' | 'nameCheck' | 'largestPaid'>; amount: string; currency: string };

/**
 * What is known of the payee's name, right before it is paid. An answer that was accepted is not repeated, until a payment
 * is more than three times the largest one so far.
 */
export function NameReminder({ payee: { name, nameCheck, largestPaid }, amount, currency }: Paid) {
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
      ) : largestPaid && !isLarge && isSettled(nameCheck) ? (
        <p className="text-small text-text-muted">{t('settled')}</p>
      ) : (
        <NameCheckNotice check={nameCheck} name={name} />
      )}
    </>
  );
}
