import type { DealForDealer } from '@larkmere/contract/fx/manual-fx';
import { useTranslations } from 'use-intl';
import { Card } from '../../ui/Card.tsx';
import { Countdown } from '../../ui/Countdown.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { moneyText } from '../../ui/money.ts';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { toAge } from '../parts/parts.ts';
import { isLate, type Stage } from './deal-stages.ts';
import { marketRate } from './rate-figure.ts';
import { useDayText } from './use-day-text.ts';
import { useLondonDay } from './use-london-day.ts';

type Props = {
  groups: readonly [Stage, DealForDealer[]][];
  chosen: string | undefined;
  now: number;
  onChoose: (uid: string) => void;
  onExpired: () => void;
};

export function RequestList({ groups, chosen, now, onChoose, onExpired }: Props) {
  const t = useTranslations('manageDealingDesk');
  return (
    <Card
      flush
      title={t('requests.title')}
      action={<span className="text-small text-text-muted">{t('requests.order')}</span>}
    >
      {groups.length === 0 && <EmptyState title={t('requests.none')}>{t('requests.noneText')}</EmptyState>}
      {groups.map(([stage, deals]) => (
        <section key={stage} aria-label={t(`stage.${stage}`)}>
          <h3 className="flex justify-between border-y border-line bg-sunken px-4 py-1.5 text-caption font-semibold text-text-muted">
            <span>{t(`stage.${stage}`)}</span>
            <span className="figures">{deals.length}</span>
          </h3>
          <ul className="divide-y divide-line">
            {deals.map((deal) => (
              <li key={deal.uid}>
                <button
                  type="button"
                  aria-current={deal.uid === chosen || undefined}
                  onClick={() => onChoose(deal.uid)}
                  className="grid w-full gap-0.5 border-l-3 border-transparent px-3.5 py-2.5 text-left text-small transition-colors hover:bg-sunken aria-[current=true]:border-brand aria-[current=true]:bg-brand-soft"
                >
                  <Row deal={deal} stage={stage} now={now} onExpired={onExpired} />
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Card>
  );
}

type RowProps = { deal: DealForDealer; stage: Stage; now: number; onExpired: () => void };

function Row({ deal, stage, now, onExpired }: RowProps) {
  const t = useTranslations('manageDealingDesk');
  const { side, amount, sell, buy, customer, tier } = deal;
  return (
    <>
      <span className="flex items-baseline justify-between gap-2">
        <strong className="min-w-0 font-semibold wrap-anywhere">{customer}</strong>
        <span className="text-caption text-text-muted">{t(`type.${tier}`)}</span>
      </span>
      <span className="figures">
        {side === 'sell'
          ? t('requests.sell', { amount: moneyText(amount), currency: buy })
          : t('requests.buy', { amount: moneyText(amount), currency: sell })}
      </span>
      <span className="flex flex-wrap items-center justify-between gap-x-2 text-text-muted">
        <Detail deal={deal} stage={stage} now={now} />
        <Mark deal={deal} stage={stage} onExpired={onExpired} />
      </span>
    </>
  );
}

function Detail({ deal, stage, now }: Omit<RowProps, 'onExpired'>) {
  const t = useTranslations('manageDealingDesk.requests');
  const dayText = useDayText();
  const { target, quote, waiting, valueDate, createdAt } = deal;
  if (stage === 'settle') return <span>{t('settles', { day: dayText(valueDate) })}</span>;
  const age = toAge(Math.max(0, Math.floor((now - Date.parse(createdAt)) / 60_000)));
  const named = stage === 'approve' ? waiting : stage === 'quote' ? null : quote;
  const wish = target ? t('target', { rate: marketRate(target).rate }) : t('noTarget');
  return (
    <span className="figures whitespace-nowrap">
      {named ? marketRate(named.displayedRate).rate : wish} · {t(age.unit, { count: age.count })}
    </span>
  );
}

function Mark({ deal, stage, onExpired }: Omit<RowProps, 'now'>) {
  const t = useTranslations('manageDealingDesk');
  const today = useLondonDay();
  const { state, isOwn, dealer, quote, waiting } = deal;
  const running = stage === 'approve' ? waiting : stage === 'customer' ? quote : null;
  if (running) return <Countdown until={Date.parse(running.validUntil)} onEnd={onExpired} announceAt={[]} />;
  if (stage === 'book') return <StatusPill kind="warning">{t('stage.book')}</StatusPill>;
  if (stage === 'settle')
    return isLate(deal, today) ? <StatusPill kind="danger">{t('requests.late')}</StatusPill> : null;
  if (state === 'expired') return <StatusPill kind="warning">{t('requests.expired')}</StatusPill>;
  if (state === 'requested') return <StatusPill kind="neutral">{t('requests.new')}</StatusPill>;
  return <StatusPill kind={isOwn ? 'accent' : 'neutral'}>{isOwn ? t('requests.yours') : dealer}</StatusPill>;
}
