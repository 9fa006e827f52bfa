import type { InstantPaymentView } from '@larkmere/contract/payments/open-banking';
import { Link } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { useLocale, useNow, useTranslations } from 'use-intl';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { Countdown } from '../../ui/Countdown.tsx';
import { CurrencyFlag } from '../../ui/CurrencyFlag.tsx';
import { formatDateTime } from '../../ui/date-text.ts';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { moneyText } from '../../ui/money.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PendingStatus } from '../../ui/PendingStatus.tsx';
import { SummaryList } from '../../ui/SummaryList.tsx';
import { Timeline, type TimelineItem } from '../../ui/Timeline.tsx';
import { isFinal } from './polling.ts';
import { useDestinationAccountName } from './use-destination-account-name.ts';
import { useInstantPaymentPaths } from './use-instant-payment-paths.ts';

type Props = { payment: InstantPaymentView; hasStoppedPolling: boolean; onAgain: () => void };

export function PaymentProgress({ payment, hasStoppedPolling, onAgain }: Props) {
  const t = useTranslations('instantPayment');
  const { bank, amount, state, reason, waiting } = payment;
  const items = useTimeline(payment);
  return (
    <div className="grid gap-6">
      <div className="flex items-center gap-4">
        <CurrencyFlag code={amount.currency} size={48} />
        <div className="min-w-0">
          <p>
            <MoneyAmount value={amount} size="lg" />
          </p>
          <p className="text-text-muted">{t('from', { bank: bank.name })}</p>
        </div>
      </div>
      <Outcome payment={payment} />
      <Card title={<span role="status">{t(`state.${state}`)}</span>}>
        <Timeline items={items} />
        {waiting && <PendingStatus standing={waiting} />}
        {state === 'awaiting_authorisation' ? (
          <ContinueAtBank payment={payment} onEnd={onAgain} />
        ) : (
          !isFinal(state) && (
            <PollingStatus reason={waiting ? null : reason} hasStoppedPolling={hasStoppedPolling} onAgain={onAgain} />
          )
        )}
      </Card>
    </div>
  );
}

function useTimeline({ timeline, bank, state }: InstantPaymentView): TimelineItem[] {
  const t = useTranslations('instantPayment.step');
  const locale = useLocale();
  const now = useNow({ updateInterval: 60_000 });
  return timeline.map((step, place) => ({
    title: t(step.state, { bank: bank.name }),
    state: place < timeline.length - 1 || state === 'credited' ? 'done' : isFinal(state) ? 'failed' : 'now',
    at: formatDateTime(new Date(step.at), locale, now),
    note: undefined,
  }));
}

function Outcome({ payment }: { payment: InstantPaymentView }) {
  const t = useTranslations('instantPayment.progress');
  const pathTo = useInstantPaymentPaths();
  const { state, amount, bank, reason, destinationBankholderId: account, note } = payment;
  if (state === 'credited')
    return (
      <Notice
        kind="success"
        title={t('credited', { amount: moneyText(amount) })}
        action={
          <Link {...linkTo(paths.statementOf(account))} className={buttonClass('secondary')}>
            {t('statement')}
          </Link>
        }
      />
    );
  if (state !== 'rejected' && state !== 'cancelled' && state !== 'expired') return null;
  const wish = { amount: amount.amount, account, ...(note ? { note } : {}) };
  return (
    <Notice
      kind={state === 'rejected' ? 'danger' : 'neutral'}
      title={t(state, { bank: bank.name })}
      action={
        <Link {...linkTo(pathTo.again(wish))} className={buttonClass('secondary')}>
          {t('another')}
        </Link>
      }
    >
      {reason ?? t('nothing')}
    </Notice>
  );
}

function ContinueAtBank({ payment, onEnd }: { payment: InstantPaymentView; onEnd: () => void }) {
  const t = useTranslations('instantPayment.progress');
  const { redirectUrl, bank, expiresAt } = payment;
  if (redirectUrl === null) return null; // a colleague started it, and only that person may continue
  return (
    <div className="mt-6 grid gap-4 border-t border-line pt-4">
      <p className="text-small">
        {t.rich('until', { left: () => <Countdown until={Date.parse(expiresAt)} onEnd={onEnd} /> })}
      </p>
      <a href={redirectUrl} className={`${buttonClass()} w-fit`}>
        <ExternalLink size={18} />
        {t('continue', { bank: bank.name })}
      </a>
    </div>
  );
}

function PollingStatus({ reason, hasStoppedPolling, onAgain }: Omit<Props, 'payment'> & { reason: string | null }) {
  const t = useTranslations('instantPayment.progress');
  return (
    <div className="mt-6 grid gap-3 border-t border-line pt-4">
      {reason && <p className="font-semibold">{reason}</p>}
      <p role="status" className="text-small">
        {hasStoppedPolling ? t('notify') : t('waiting')}
      </p>
      {hasStoppedPolling && (
        <Button kind="secondary" className="w-fit" onClick={onAgain}>
          {t('again')}
        </Button>
      )}
    </div>
  );
}

export function PaymentDetails({ payment }: { payment: InstantPaymentView }) {
  const t = useTranslations('instantPayment.progress');
  const locale = useLocale();
  const now = useNow();
  const { reference, note, createdAt } = payment;
  const account = useDestinationAccountName(payment);
  return (
    <Card title={t('details')}>
      <SummaryList
        rows={[
          { label: t('reference'), value: <span className="figures">{reference}</span> },
          { label: t('account'), value: account },
          ...(note ? [{ label: t('note'), value: note }] : []),
          { label: t('begun'), value: formatDateTime(new Date(createdAt), locale, now) },
        ]}
      />
    </Card>
  );
}
