import type { CustomerCardPayment } from '@larkmere/contract/back-office/customer-card-payment';
import { useTranslations } from 'use-intl';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { moneyText } from '../../ui/money.ts';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { inWords, StaffTable, TabQuery } from '../parts/parts.ts';
import { customerCardPaymentsQuery } from './customer-card.api.ts';

const isSome = ({ amount }: CustomerCardPayment['amount']): boolean => /[1-9]/.test(amount);

/** What is owed or disputed first. */
export function CardPaymentsTable({ id }: { id: string }) {
  const t = useTranslations('manageCustomer.cardPayment');
  return (
    <TabQuery query={customerCardPaymentsQuery(id)}>
      {({ list }) => (
        <Card flush title={t('title')}>
          {list.length === 0 ? <EmptyState title={t('none')} /> : <PaymentTable list={list} />}
        </Card>
      )}
    </TabQuery>
  );
}

function PaymentTable({ list }: { list: readonly CustomerCardPayment[] }) {
  const t = useTranslations('manageCustomer.cardPayment');
  const { at } = useDateTimeTexts();
  return (
    <StaffTable<CustomerCardPayment>
      caption={t('title')}
      rows={list}
      keyOf={({ uid }) => uid}
      columns={[
        { key: 'at', title: t('at'), cell: (payment) => <span className="figures">{at(payment.at)}</span> },
        {
          key: 'merchant',
          title: t('merchant'),
          cell: ({ merchant, reference }) => (
            <span className="grid">
              <strong className="font-semibold">
                <bdi>{merchant.name}</bdi>
              </strong>
              <span className="figures text-small text-text-muted">
                {merchant.city} {merchant.country} · {reference}
              </span>
            </span>
          ),
        },
        { key: 'card', title: t('card'), cell: ({ last4 }) => <span className="figures">··{last4}</span> },
        { key: 'amount', title: t('amount'), cell: ({ amount }) => <MoneyAmount value={amount} /> },
        {
          key: 'state',
          title: t('state'),
          cell: ({ state, declineCode }) => inWords(declineCode ?? state),
        },
        { key: 'open', title: t('open'), cell: (payment) => <OpenItems payment={payment} /> },
      ]}
    />
  );
}

function OpenItems({ payment: { owed, suspended, disputes } }: { payment: CustomerCardPayment }) {
  const t = useTranslations('manageCustomer.cardPayment');
  return (
    <span className="flex flex-wrap gap-1">
      {isSome(owed) && <StatusPill kind="warning">{t('owed', { amount: moneyText(owed) })}</StatusPill>}
      {isSome(suspended) && <StatusPill kind="warning">{t('suspended', { amount: moneyText(suspended) })}</StatusPill>}
      {disputes.map(({ uid, state, amount }) => (
        <StatusPill key={uid} kind="info">
          {t('dispute', { amount: moneyText(amount), state: inWords(state) })}
        </StatusPill>
      ))}
    </span>
  );
}
