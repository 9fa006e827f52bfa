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

/** Those that can be paid by the currency's own rail, the ones paid last first. */
export const useUsablePayees = (currency: 'GBP' | 'EUR' | 'THB') => useQuery(usableQuery(currency));

/** Those that can be paid in a currency at home or abroad by SWIFT, the ones paid last first. */
export const useReachablePayees = (currency: PayeeView['currency']) => useQuery(reachableQuery(currency));

/** Those who are paid abroad, by whatever rail the customer has, the ones paid last first. */
export function usePayeesAbroad() {
  const isPayable = useIsPayable();
  const select = (payees: PayeeView[]) =>
    sorted(
      payees.filter((payee) => routesAbroad[payee.type] !== undefined && isPayable(payee)),
      'paid',
    );
  return useQuery({ ...payeesQuery, select });
}

/** Which payees the customer can pay as things are. */
export function useIsPayable(): (payee: PayeeView) => boolean {
  const session = useSession();
  return (payee) => payee.status === 'approved' && isReached(payee, session);
}

/** Where this payee is paid, with it in the form. */
export const payScreenOf = (payee: PayeeView): string => paymentScreenOf(payee);

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

/** What the firm says of payees whose name does not match the account. */
export const NamePolicy = () => <Policy />;

/** Whom the payment in a form is for. */
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
