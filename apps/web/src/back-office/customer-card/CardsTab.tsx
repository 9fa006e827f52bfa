import type { CustomerCard } from '@larkmere/contract/back-office/customer-card';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { moneyText } from '../../ui/money.ts';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { DecisionDialog, inWords, StaffTable, TabQuery } from '../parts/parts.ts';
import { CardPaymentsTable } from './CardPaymentsTable.tsx';
import { type CardDecision, customerCardsQuery, useDecideCard } from './customer-card.api.ts';

type Open = Readonly<{ uid: string; verb: 'stop' | 'lift' }>;

export function CardsTab({ id }: { id: string }) {
  const t = useTranslations('manageCustomer.card');
  const [open, setOpen] = useState<Open>();
  return (
    <div className="grid gap-4">
      <TabQuery query={customerCardsQuery(id)}>
        {({ list }) => (
          <Card flush>
            {list.length === 0 ? <EmptyState title={t('none')} /> : <CardTable list={list} onOpen={setOpen} />}
            {open && <CardDialog id={id} {...open} onClose={() => setOpen(undefined)} />}
          </Card>
        )}
      </TabQuery>
      <CardPaymentsTable id={id} />
    </div>
  );
}

function CardTable({ list, onOpen }: { list: readonly CustomerCard[]; onOpen: (open: Open) => void }) {
  const t = useTranslations('manageCustomer.card');
  const { at } = useDateTimeTexts();
  return (
    <StaffTable<CustomerCard>
      caption={t('caption')}
      rows={list}
      keyOf={({ uid }) => uid}
      columns={[
        {
          key: 'card',
          title: t('card'),
          cell: ({ last4, format, expires }) => (
            <span className="grid">
              <strong className="figures font-semibold">{last4 === null ? t('new') : `··${last4}`}</strong>
              <span className="figures text-small text-text-muted">
                {t(format)} {expires}
              </span>
            </span>
          ),
        },
        { key: 'holder', title: t('holder'), cell: ({ holder }) => holder },
        {
          key: 'account',
          title: t('account'),
          cell: ({ currency, accountEnding }) => (
            <span className="figures">
              {currency} ··{accountEnding}
            </span>
          ),
        },
        {
          key: 'limits',
          title: t('limits'),
          cell: ({ limits, currency }) => (
            <span className="figures text-small">
              {[limits.perPayment, limits.daily, limits.monthly]
                .map((amount) => moneyText({ amount, currency }).replace(` ${currency}`, ''))
                .join(' / ')}
            </span>
          ),
        },
        {
          key: 'ordered',
          title: t('ordered'),
          cell: ({ orderedAt, order }) => (
            <span className="whitespace-nowrap">
              {at(orderedAt)} {order && `(${inWords(order)})`}
            </span>
          ),
        },
        { key: 'state', title: t('state'), cell: (card) => <CardState card={card} onOpen={onOpen} /> },
      ]}
    />
  );
}

function CardState({ card, onOpen }: { card: CustomerCard; onOpen: (open: Open) => void }) {
  const t = useTranslations('manageCustomer.card');
  const { uid, state, reason, stoppedBy, permissions } = card;
  return (
    <span className="grid justify-items-start gap-1">
      <span>
        {inWords(state)}
        {stoppedBy && ` (${stoppedBy})`}
      </span>
      {reason && <span className="text-small text-text-muted">{inWords(reason)}</span>}
      {permissions.stop && <LinkButton onClick={() => onOpen({ uid, verb: 'stop' })}>{t('stop')}</LinkButton>}
      {permissions.lift && <LinkButton onClick={() => onOpen({ uid, verb: 'lift' })}>{t('lift')}</LinkButton>}
    </span>
  );
}

function CardDialog({ id, uid, verb, onClose }: Open & { id: string; onClose: () => void }) {
  const t = useTranslations('manageCustomer.card');
  const shared = useTranslations('manageCustomer.payment');
  const decide = useDecideCard(id, verb);
  const reason = {
    name: 'reason',
    label: t('reason'),
    missing: shared('sentenceMissing'),
    atLeast: 10,
    atMost: 300,
  };
  return (
    <DecisionDialog<CardDecision>
      title={t(verb)}
      about={t(`${verb}About`)}
      fields={[reason]}
      submitLabel={t(verb)}
      isDanger={verb === 'stop'}
      texts={{ failed: shared('failed'), again: shared('again'), done: t('done') }}
      write={decide.mutateAsync}
      toInput={(values, idempotency) => ({ uid, idempotency, reason: values.reason ?? '' })}
      onClose={onClose}
    />
  );
}
