import { allows } from '@larkmere/contract/back-office/permissions';
import type { RateDesk as Desk, ManualRate, RateSource } from '@larkmere/contract/back-office/rate-desk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useStaffSession } from '../../platform/session/staff-session.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { StaffTable } from '../parts/parts.ts';
import { ProposeDialog, StepDialog } from './DeskDialogs.tsx';
import { type DeskStep, rateDeskQuery } from './rate-desk.api.ts';

type ChosenStep = Readonly<{ verb: DeskStep['verb']; of: string }>;
type Ask = (step: ChosenStep) => void;
type Rights = Readonly<{ canAct: boolean; canApprove: boolean }>;

/** Current rates with age and source, rates that staff set for hours, and the sources with their switches. */
export function RateDesk() {
  const t = useTranslations('manageRateDesk');
  const { permissions } = useStaffSession();
  const rights = {
    canAct: allows(permissions, ['rate_offtime', 'act']),
    canApprove: allows(permissions, ['rate_offtime', 'approve']),
  };
  const { data } = useQuery(rateDeskQuery);
  const [chosen, setChosen] = useState<ChosenStep>();
  const [isProposing, setIsProposing] = useState(false);
  if (!data) return null;
  return (
    <div className="grid min-w-0 gap-4">
      <ManualRates desk={data} rights={rights} ask={setChosen} onPropose={() => setIsProposing(true)} />
      <Sources desk={data} rights={rights} ask={setChosen} />
      <Rates desk={data} />
      {isProposing && <ProposeDialog desk={data} onClose={() => setIsProposing(false)} />}
      {chosen && <StepDialog {...chosen} label={t(`verb.${chosen.verb}`)} onClose={() => setChosen(undefined)} />}
    </div>
  );
}

type Part = { desk: Desk; rights: Rights; ask: Ask };

function ManualRates({ desk, rights, ask, onPropose }: Part & { onPropose: () => void }) {
  const t = useTranslations('manageRateDesk');
  const shown = desk.manualRates.slice(0, 8);
  return (
    <Card title={t('manual.title')}>
      <p className="text-small text-text-muted">
        {t('manual.about', {
          percent: String(desk.limits.deviationBps / 100),
          hours: String(desk.limits.maxHours),
        })}
      </p>
      <ul className="divide-y divide-line">
        {shown.map((rate) => (
          <li key={rate.uid} className="grid gap-2 py-3">
            <ManualRateText rate={rate} />
            <Steps
              verbs={stepsOf(rate, rights)}
              of={rate.uid}
              ask={ask}
              note={rate.state === 'proposed' && rate.isOwn ? t('own') : undefined}
            />
          </li>
        ))}
      </ul>
      {rights.canAct && (
        <div className="pt-3">
          <Button kind="secondary" onClick={onPropose}>
            {t('manual.propose')}
          </Button>
        </div>
      )}
    </Card>
  );
}

function stepsOf({ state, isOwn }: ManualRate, { canAct, canApprove }: Rights): DeskStep['verb'][] {
  if (state === 'in_force') return canAct ? ['end'] : [];
  if (state !== 'proposed') return [];
  if (isOwn) return canAct ? ['end'] : [];
  return canApprove ? ['refuse', 'approve'] : [];
}

const kinds = { proposed: 'warning', in_force: 'accent' } as const;

function ManualRateText({ rate }: { rate: ManualRate }) {
  const t = useTranslations('manageRateDesk.manual');
  const { at } = useDateTimeTexts();
  const { currency, state, lastKnown, endsAt, proposedBy, proposedAt, decidedBy, decidedAt, endedBy, endedAt } = rate;
  return (
    <div className="grid gap-1 text-small">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong className="font-semibold">EUR/{currency}</strong>
        <span className="figures">
          <s className="text-text-muted">{lastKnown}</s> {rate.rate}
        </span>
        <StatusPill kind={kinds[state as 'proposed'] ?? 'neutral'}>{t(`state.${state}`)}</StatusPill>
      </p>
      <p className="text-text-muted">{t('until', { when: at(endsAt) })}</p>
      <p className="wrap-anywhere">{rate.reason}</p>
      <p className="text-text-muted">{t('by', { name: proposedBy, when: at(proposedAt) })}</p>
      {decidedBy && decidedAt && (
        <p className="text-text-muted">{t('decided', { name: decidedBy, when: at(decidedAt) })}</p>
      )}
      {endedBy && endedAt && <p className="text-text-muted">{t('ended', { name: endedBy, when: at(endedAt) })}</p>}
      {rate.note && <p className="wrap-anywhere text-text-muted">{rate.note}</p>}
    </div>
  );
}

function Sources({ desk, rights, ask }: Part) {
  const t = useTranslations('manageRateDesk');
  const { at } = useDateTimeTexts();
  const verbsOf = ({ isOn, request }: RateSource): DeskStep['verb'][] => {
    if (!rights.canAct) return [];
    if (isOn) return ['turnOff'];
    if (!request) return ['askOn'];
    return request.isOwn ? ['refuseOn'] : ['refuseOn', 'approveOn'];
  };
  return (
    <Card title={t('sources.title')}>
      {desk.sources.length === 0 && <p className="text-small text-text-muted">{t('sources.none')}</p>}
      <ul className="divide-y divide-line">
        {desk.sources.map((source) => (
          <li key={source.name} className="grid gap-2 py-3 text-small first:pt-0">
            <p className="flex flex-wrap items-center gap-3">
              <strong className="font-semibold">{source.name}</strong>
              {source.isOn ? t('sources.on') : <StatusPill kind="danger">{t('sources.off')}</StatusPill>}
              <span className="text-text-muted">
                {source.answeredAt ? t('sources.answered', { when: at(source.answeredAt) }) : t('sources.silent')}
              </span>
            </p>
            {!source.isOn && source.changedBy && source.changedAt && (
              <p className="wrap-anywhere text-text-muted">
                {t('sources.changed', { name: source.changedBy, when: at(source.changedAt) })}: {source.reason}
              </p>
            )}
            {source.request && (
              <p className="wrap-anywhere">
                {t('sources.asked', { name: source.request.by, when: at(source.request.at) })}: {source.request.reason}
              </p>
            )}
            <Steps
              verbs={verbsOf(source)}
              of={source.name}
              ask={ask}
              note={source.request?.isOwn ? t('own') : undefined}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}

type StepsProps = { verbs: readonly DeskStep['verb'][]; of: string; ask: Ask; note: string | undefined };

function Steps({ verbs, of, ask, note }: StepsProps) {
  const t = useTranslations('manageRateDesk.verb');
  return (
    <>
      {note && <p className="text-small text-text-muted">{note}</p>}
      {verbs.length > 0 && (
        <div className="flex flex-wrap gap-3">
          {verbs.map((verb) => (
            <Button
              key={verb}
              kind={verb === 'approve' || verb === 'approveOn' ? 'primary' : 'secondary'}
              onClick={() => ask({ verb, of })}
            >
              {t(verb)}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}

type Rate = Desk['rates'][number];

function Rates({ desk: { rates } }: { desk: Desk }) {
  const t = useTranslations('manageRateDesk.rates');
  return (
    <Card title={t('title')} flush>
      <StaffTable<Rate>
        caption={t('title')}
        rows={rates}
        keyOf={({ currency }) => currency}
        columns={[
          {
            key: 'pair',
            title: t('pair'),
            cell: ({ currency }) => <strong className="font-semibold">EUR/{currency}</strong>,
          },
          {
            key: 'rate',
            title: t('rate'),
            isNumber: true,
            cell: ({ rate }) => <span className="figures">{rate}</span>,
          },
          {
            key: 'source',
            title: t('source'),
            cell: ({ source }) => (source === 'manual' ? <StatusPill kind="accent">{t('manual')}</StatusPill> : source),
          },
          {
            key: 'age',
            title: t('age'),
            isNumber: true,
            cell: ({ ageSeconds, isStale }) =>
              isStale ? (
                <StatusPill kind="danger">{t('stale')}</StatusPill>
              ) : (
                t('seconds', { count: String(ageSeconds) })
              ),
          },
        ]}
      />
    </Card>
  );
}
