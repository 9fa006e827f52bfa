import type { CaseCustomer, ReviewCase } from '@larkmere/contract/back-office/review-case';
import { HeartHandshake, Smartphone, StickyNote } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocale, useNow, useTranslations } from 'use-intl';
import { Avatar } from '../../ui/Avatar.tsx';
import { linkClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { formatDate, formatShortDate } from '../../ui/date-text.ts';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { StaffLink, staffPaths } from '../parts/parts.ts';
import { AmountPattern } from './AmountPattern.tsx';

type Props = { customer: CaseCustomer; amount: ReviewCase['payment']['amount'] };

export function CustomerColumn({ customer, amount }: Props) {
  const t = useTranslations('manageReview.customer');
  const types = useTranslations('manageCustomer.type');
  const status = useTranslations('manageCustomer.status');
  const kyc = useTranslations('manageCustomer.kyc');
  const locale = useLocale();
  const { uid, name, type, business, since, kycStatus } = customer;
  const kind = [types(type), business ? t('business') : ''].filter(Boolean).join(' · ');
  return (
    <Card
      title={t('title')}
      action={
        <StaffLink to={staffPaths.customer(uid)} className={`${linkClass} text-small`} otherwise={null}>
          {t('open')}
        </StaffLink>
      }
      className="text-small"
    >
      <div className="grid gap-3 border-b border-line pb-4">
        <div className="flex items-center gap-3">
          <Avatar name={name} size={38} />
          <div className="min-w-0">
            <p className="font-semibold wrap-anywhere">
              <bdi>{name}</bdi>
            </p>
            <p className="text-text-muted">{t('since', { type: kind, when: formatDate(new Date(since), locale) })}</p>
          </div>
        </div>
        <div className="flex flex-wrap gap-2">
          <StatusPill kind={customer.status === 'active' ? 'success' : 'warning'}>
            {status(customer.status as 'active')}
          </StatusPill>
          <StatusPill kind={kycStatus === 'approved' ? 'success' : 'warning'}>
            {kyc(kycStatus as 'approved')}
          </StatusPill>
        </div>
      </div>
      <Part title={t('pattern')} aside={amount.currency}>
        <AmountPattern pattern={customer.pattern} amount={amount} />
      </Part>
      <Part
        title={t('payments')}
        aside={
          <StaffLink to={staffPaths.customer(uid)} search={{ tab: 'payments' }} className={linkClass} otherwise={null}>
            {t('all')}
          </StaffLink>
        }
      >
        <LastPayments payments={customer.payments} />
      </Part>
      <People customer={customer} />
    </Card>
  );
}

const Part = ({ title, aside, children }: { title: string; aside: ReactNode; children: ReactNode }) => (
  <section className="grid gap-2 border-b border-line py-3">
    <div className="flex items-baseline justify-between gap-3">
      <h3 className="font-semibold">{title}</h3>
      <span className="text-text-muted">{aside}</span>
    </div>
    {children}
  </section>
);

const bad: readonly string[] = ['rejected', 'failed', 'returned', 'cancelled', 'expired'];

function LastPayments({ payments }: Pick<CaseCustomer, 'payments'>) {
  const t = useTranslations('manageReview.customer');
  const states = useTranslations('paymentStatus');
  const locale = useLocale();
  const now = useNow();
  if (payments.length === 0) return <p className="text-text-muted">{t('paymentsNone')}</p>;
  return (
    <ul className="grid gap-1">
      {payments.map(({ uid, at, payee, reference, amount, state }) => (
        <li key={uid} className="grid grid-cols-[3.25rem_minmax(0,1fr)_auto] items-baseline gap-x-2">
          <span className="figures whitespace-nowrap text-text-muted">
            {formatShortDate(new Date(at), locale, now)}
          </span>
          <span className="truncate" title={`${payee} · ${reference}`}>
            {payee}
            {reference && ` · ${reference}`}
            {bad.includes(state) && <span className="text-danger"> · {states(state)}</span>}
          </span>
          <MoneyAmount value={amount} size="sm" />
        </li>
      ))}
    </ul>
  );
}

const knownDays = 30;
const dayMs = 24 * 3_600_000;

function People({ customer: { devices, notes } }: { customer: CaseCustomer }) {
  const t = useTranslations('manageReview.customer');
  const { at } = useDateTimeTexts();
  const locale = useLocale();
  const now = useNow();
  const isNew = (moment: string) => now.getTime() - Date.parse(moment) < knownDays * dayMs;
  return (
    <ul className="grid gap-2 pt-3">
      {devices.length === 0 && <Line icon={<Smartphone size={16} />}>{t('devicesNone')}</Line>}
      {devices.map(({ name, isTrusted, country, firstSeenAt }) => (
        <Line key={`${name}${firstSeenAt}`} icon={<Smartphone size={16} />}>
          <span className={isNew(firstSeenAt) ? 'font-semibold text-warning' : ''}>
            {t('deviceKnown', { name, when: formatShortDate(new Date(firstSeenAt), locale, now) })}
          </span>
          {country && `, ${country}`}
          {isTrusted && ` · ${t('deviceTrusted')}`}
        </Line>
      ))}
      {notes.map(({ uid, body, isSupportNeed, by, at: written }) => (
        <Line key={uid} icon={isSupportNeed ? <HeartHandshake size={16} /> : <StickyNote size={16} />}>
          {isSupportNeed && <strong className="font-semibold text-warning">{t('needs')}: </strong>}“{body}”{' '}
          <span className="text-text-muted">
            {by}, {at(written)}
          </span>
        </Line>
      ))}
    </ul>
  );
}

const Line = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="flex gap-2.5">
    <span className="mt-0.5 shrink-0 text-text-muted">{icon}</span>
    <span className="min-w-0 wrap-anywhere">{children}</span>
  </li>
);
