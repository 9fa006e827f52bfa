import type { PayeeView } from '@larkmere/contract/payee';
import { routesAbroad } from '@larkmere/contract/payee-type';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useSession } from '../kernel/session.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { moneyText } from '../ui/money.ts';
import { Notice } from '../ui/Notice.tsx';
import { PayeeCheck } from '../ui/PayeeCheck.tsx';
import { isReached } from './by-swift.ts';
import { Doubt } from './Doubt.tsx';
import { NamePolicy as Policy } from './NamePolicy.tsx';
import { faceOf, isMuchLarger, isSettled } from './name-check.ts';
import { PayeeKind } from './PayeeKind.tsx';
import { type PayeePickerProps, PayeePicker as Picker } from './PayeePicker.tsx';
import { payeesQuery, reachableQuery, usableQuery } from './payee.api.ts';
import { fits, sorted } from './payee-search.ts';
import { paymentScreenOf } from './payment-screen.ts';
import { useDoubt } from './use-doubt.ts';

export const useUsablePayees = (currency: 'GBP' | 'EUR' | 'THB') => useQuery(usableQuery(currency));

export const useReachablePayees = (currency: PayeeView['currency']) => useQuery(reachableQuery(currency));

export function usePayeesAbroad() {
  const isPayable = useIsPayable();
  const select = (payees: PayeeView[]) =>
    sorted(
      payees.filter((payee) => routesAbroad[payee.type] !== undefined && isPayable(payee)),
      'paid',
    );
  return useQuery({ ...payeesQuery, select });
}

export function useIsPayable(): (payee: PayeeView) => boolean {
  const session = useSession();
  return (payee) => payee.status === 'approved' && isReached(payee, session);
}

export const payScreenOf = (payee: PayeeView): string => paymentScreenOf(payee);

export const usePayees = () => useQuery(payeesQuery);

export const searchPayees = (payees: PayeeView[], text: string): PayeeView[] =>
  payees.filter((payee) => fits(payee, text));

export const PayeePicker = (props: PayeePickerProps) => <Picker {...props} />;

export const NameDoubt = (props: ComponentProps<typeof Doubt>) => <Doubt {...props} />;
export const useNameDoubt = useDoubt;

export const NamePolicy = () => <Policy />;

export function Recipient({ payee }: { payee: PayeeView }) {
  const t = useTranslations('payee');
  return (
    <div className="flex items-center gap-3">
      <Avatar name={payee.name} size={40} />
      <p className="min-w-0 wrap-anywhere">
        <span className="sr-only">{t('to')} </span>
        <span className="block font-semibold">{payee.name}</span>
        <span className="figures block text-small text-text-muted">{payee.summary}</span>
        <PayeeKind payee={payee} />
      </p>
    </div>
  );
}

type Props = { check: { result: string; actualName: string | null }; name: string; children?: ReactNode };

export const NameCheckNotice = ({ check: { result, actualName }, name, children }: Props) => (
  <PayeeCheck result={faceOf(result)} accountName={actualName ?? name}>
    {children}
  </PayeeCheck>
);

type Paid = { payee: Pick<PayeeView, 'name' | 'nameCheck' | 'largestPaid'>; amount: string; currency: string };

/**
 * The name check result right before a payment. A result the customer accepted is not repeated, unless the payment is
 * more than three times the largest one so far.
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
