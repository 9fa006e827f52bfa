import type { BreakerView } from '@larkmere/contract/back-office/service-breaker';
import { Check } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { StaffTable } from '../parts/parts.ts';
import { FailureLine } from './FailureLine.tsx';

export type BreakerAction = 'off' | 'on' | 'figures';
type Props = {
  breakers: readonly BreakerView[];
  canAct: boolean;
  canSetFigures: boolean;
  onAction: (action: BreakerAction, breaker: BreakerView) => void;
};

export function BreakerTable({ breakers, canAct, canSetFigures, onAction }: Props) {
  const t = useTranslations('manageServiceBreaker');
  const columns = [
    { key: 'service', title: t('column.service'), cell: (row: BreakerView) => <Service breaker={row} /> },
    { key: 'state', title: t('column.state'), cell: (row: BreakerView) => <State breaker={row} /> },
    { key: 'failures', title: t('column.failures'), cell: (row: BreakerView) => <Failures breaker={row} /> },
    {
      key: 'waiting',
      title: t('column.waiting'),
      isNumber: true,
      cell: (row: BreakerView) => <Waiting breaker={row} />,
    },
  ];
  const actions = {
    key: 'actions',
    title: t('column.actions'),
    cell: (row: BreakerView) => <Actions breaker={row} canSetFigures={canSetFigures} onAction={onAction} />,
  };
  return (
    <StaffTable
      caption={t('caption')}
      rows={breakers}
      keyOf={({ service }) => service}
      columns={canAct ? [...columns, actions] : columns}
    />
  );
}

function Service({ breaker: { name, partner } }: { breaker: BreakerView }) {
  const t = useTranslations('manageServiceBreaker.partner');
  return (
    <div className="min-w-40">
      <p className="font-semibold">{name}</p>
      <p className="text-text-muted">{t.has(partner as 'bank') ? t(partner as 'bank') : partner}</p>
    </div>
  );
}

/** The words carry the meaning; what staff forced counts before what the calls did. */
export const shownState = ({ mode, state }: Pick<BreakerView, 'mode' | 'state'>): BreakerView['state'] =>
  mode === 'auto' ? state : mode === 'forced_off' ? 'open' : 'closed';

function State({ breaker }: { breaker: BreakerView }) {
  const t = useTranslations('manageServiceBreaker');
  const { at } = useDateTimeTexts();
  const { mode, cause, customerMessage, openedAt, retryAt, changedBy, changedAt } = breaker;
  const state = shownState(breaker);
  const name = changedBy ?? '';
  return (
    <div className="grid max-w-80 min-w-56 gap-1">
      <span>
        <StatusPill
          kind={state === 'closed' ? 'success' : state === 'open' ? 'danger' : 'warning'}
          icon={state === 'closed' ? <Check size={14} /> : undefined}
        >
          {t(`state.${state}`)}
        </StatusPill>
      </span>
      {mode !== 'auto' && <p>{t(mode === 'forced_off' ? 'forced.off' : 'forced.on', { name })}</p>}
      {mode === 'auto' && cause && <p>{cause}</p>}
      {customerMessage && <p className="wrap-anywhere text-text-muted">{customerMessage}</p>}
      {state !== 'closed' && (
        <p className="text-text-muted">
          {t('since', { at: at(mode === 'auto' ? (openedAt ?? changedAt) : changedAt) })}
          {mode === 'auto' && state === 'open' && retryAt && ` · ${t('retry', { at: at(retryAt) })}`}
          {state === 'half_open' && ` · ${t('trying')}`}
        </p>
      )}
    </div>
  );
}

function Failures({ breaker }: { breaker: BreakerView }) {
  const t = useTranslations('manageServiceBreaker');
  const { failureRate, callsInWindow } = breaker;
  return (
    <div className="flex items-center gap-3 whitespace-nowrap">
      <FailureLine breaker={breaker} />
      {failureRate === null ? (
        <span className="text-text-muted">{t('noRate')}</span>
      ) : (
        <span>
          <strong className="font-semibold">{t('rate', { rate: failureRate.toFixed(1) })}</strong>{' '}
          <span className="text-text-muted">{t('ofCalls', { count: String(callsInWindow) })}</span>
        </span>
      )}
    </div>
  );
}

function Waiting({ breaker: { waiting } }: { breaker: BreakerView }) {
  const t = useTranslations('manageServiceBreaker');
  return (
    <div className="whitespace-nowrap">
      <p className={waiting.count === 0 ? 'text-text-muted' : ''}>{t('payments', { count: waiting.count })}</p>
      {waiting.value.map((value) => (
        <p key={value.currency}>
          <MoneyAmount value={value} size="sm" />
        </p>
      ))}
    </div>
  );
}

function Actions({
  breaker,
  canSetFigures,
  onAction,
}: { breaker: BreakerView } & Pick<Props, 'canSetFigures' | 'onAction'>) {
  const t = useTranslations('manageServiceBreaker');
  const labelled = (action: string) => ({ 'aria-label': t('of', { action, service: breaker.name }) });
  const change = t(breaker.mode === 'forced_off' ? 'turnOn' : 'changeMode');
  return (
    <div className="flex gap-2 max-md:flex-wrap">
      {breaker.mode !== 'forced_off' && (
        <Button kind="secondary" {...labelled(t('turnOff'))} onClick={() => onAction('off', breaker)}>
          {t('turnOff')}
        </Button>
      )}
      <Button kind="secondary" {...labelled(change)} onClick={() => onAction('on', breaker)}>
        {change}
      </Button>
      {canSetFigures && (
        <Button kind="secondary" {...labelled(t('figures'))} onClick={() => onAction('figures', breaker)}>
          {t('figures')}
        </Button>
      )}
    </div>
  );
}
