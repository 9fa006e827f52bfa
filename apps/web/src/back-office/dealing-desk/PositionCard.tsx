import type { DealingDesk } from '@larkmere/contract/fx/manual-fx';
import type { CoverView, PositionView } from '@larkmere/contract/fx/treasury';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { Card } from '../../ui/Card.tsx';
import { CurrencyFlag } from '../../ui/CurrencyFlag.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { moneyText } from '../../ui/money.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { CoverDialog } from './CoverDialog.tsx';
import { positionQuery } from './dealing-desk.api.ts';
import { useDayText } from './use-day-text.ts';

type Props = { desk: DealingDesk; canAct: boolean; refetchInterval: number | false };

export function PositionCard({ desk, canAct, refetchInterval }: Props) {
  const t = useTranslations('manageDealingDesk.position');
  const { data, error, refetch } = useQuery({ ...positionQuery, refetchInterval });
  const [isCovering, setCovering] = useState(false);
  if (!data)
    return error ? (
      <ErrorState title={t('failed')} text={failureText(error)} onRetry={() => void refetch()} />
    ) : (
      <Skeleton shape="card" />
    );
  return (
    <>
      <Card
        flush
        title={t('title')}
        action={canAct && <LinkButton onClick={() => setCovering(true)}>{t('cover')}</LinkButton>}
      >
        <Lines position={data} unsettled={desk.unsettled} />
        <Covers covers={data.covers.slice(0, 3)} />
      </Card>
      <TodayCard desk={desk} position={data} />
      {isCovering && <CoverDialog position={data} onClose={() => setCovering(false)} />}
    </>
  );
}

const isZero = ({ amount }: { amount: string }): boolean => !/[1-9]/.test(amount);

function Lines({ position: { lines }, unsettled }: { position: PositionView; unsettled: DealingDesk['unsettled'] }) {
  const t = useTranslations('manageDealingDesk.position');
  const pending = new Map(unsettled.map((sum) => [sum.currency, sum]));
  const shown = lines.filter(({ position, currency }) => !isZero(position) || pending.has(currency));
  if (shown.length === 0) return <p className="px-5 pb-4 text-small text-text-muted">{t('none')}</p>;
  return (
    <ul className="divide-y divide-line border-t border-line text-small">
      {shown.map(({ currency, position, value }) => {
        const coming = pending.get(currency);
        return (
          <li key={currency} className="grid gap-0.5 px-5 py-2.5">
            <span className="flex items-center justify-between gap-3">
              <span className="flex items-center gap-2">
                <CurrencyFlag code={currency} size={18} />
                {value && value.currency !== currency && (
                  <span className="text-caption text-text-muted">{moneyText(value)}</span>
                )}
              </span>
              <strong className="font-semibold">
                <MoneyAmount value={position} sign="always" size="sm" />
              </strong>
            </span>
            {coming && (
              <span className="flex justify-between gap-3 text-text-muted">
                <span>{t('unsettled')}</span>
                <MoneyAmount value={coming} sign="always" size="sm" />
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Covers({ covers }: { covers: readonly CoverView[] }) {
  const t = useTranslations('manageDealingDesk.position');
  if (covers.length === 0) return null;
  return (
    <div className="border-t border-line px-5 py-3 text-small">
      <h3 className="text-caption font-semibold text-text-muted">{t('covers')}</h3>
      <ul className="grid gap-1 pt-1">
        {covers.map(({ uid, state, sold, bought }) => (
          <li key={uid} className="figures">
            {bought ? t('sold', { sold: moneyText(sold), bought: moneyText(bought) }) : moneyText(sold)}
            {state !== 'dealt' && (
              <span className={state === 'refused' ? 'ml-2 text-danger' : 'ml-2 text-text-muted'}>{t(state)}</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function TodayCard({ desk: { today }, position: { revaluation } }: { desk: DealingDesk; position: PositionView }) {
  const t = useTranslations('manageDealingDesk.today');
  const dayText = useDayText();
  return (
    <Card title={t('title')}>
      <dl className="grid gap-2 text-small *:flex *:justify-between *:gap-3">
        <div>
          <dt className="text-text-muted">{t('deals')}</dt>
          <dd className="figures font-semibold">{today.deals}</dd>
        </div>
        <div>
          <dt className="text-text-muted">{t('value')}</dt>
          <dd className="font-semibold">
            <MoneyAmount value={today.value} size="sm" />
          </dd>
        </div>
        <div>
          <dt className="text-text-muted">{t('margin')}</dt>
          <dd className="font-semibold">
            <MoneyAmount value={today.margin} sign="always" size="sm" />
          </dd>
        </div>
        {revaluation && (
          <div>
            <dt className="text-text-muted">{t('revalued', { day: dayText(revaluation.day) })}</dt>
            <dd>
              <MoneyAmount value={revaluation.change} sign="always" size="sm" />
            </dd>
          </div>
        )}
      </dl>
    </Card>
  );
}
