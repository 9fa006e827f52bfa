import type { SettingChange, SettingDocument } from '@larkmere/contract/back-office/setting';
import { type SettingName, sheetsOf } from '@larkmere/contract/back-office/setting-sheets';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { DecisionDialog } from '../parts/parts.ts';
import { EffectTable } from './EffectCard.tsx';
import { RiseNotice } from './RiseNotice.tsx';
import { choicesOf } from './SheetInput.tsx';
import { effectQuery, type SettingDecision, useDecideSetting } from './setting.api.ts';

type Props = { setting: SettingName; document: SettingDocument };

const open = ['draft', 'proposed'];

/** Changes that wait, and those that were decided with the way back. */
export function ChangeList({ setting, document }: Props) {
  const t = useTranslations('manageSetting.change');
  const waiting = document.changes.filter(({ state }) => open.includes(state));
  const decided = document.changes.filter(({ state }) => !open.includes(state)).slice(0, 10);
  return (
    <>
      {[
        { title: t('waiting'), list: waiting },
        { title: t('decided'), list: decided },
      ].map(
        ({ title, list }) =>
          list.length > 0 && (
            <Card key={title} title={title}>
              <ul className="divide-y divide-line">
                {list.map((change) => (
                  <li key={change.uid} className="grid gap-2 py-3 first:pt-0">
                    <ChangeText setting={setting} change={change} />
                    <ChangeActions setting={setting} document={document} change={change} />
                  </li>
                ))}
              </ul>
            </Card>
          ),
      )}
    </>
  );
}

const kinds = { live: 'success', scheduled: 'info', proposed: 'warning' } as const;

function ChangeText({ setting, change }: { setting: SettingName; change: SettingChange }) {
  const t = useTranslations('manageSetting');
  const { at } = useDateTimeTexts();
  const { state, changes, reason, proposedBy, proposedAt, decidedBy, decidedAt, takesEffectAt, rollsBack, note } =
    change;
  const columns = sheetsOf(setting).find(({ key }) => key === change.sheet)?.columns ?? [];
  const named = (name: string, text: string | null): string => {
    const column = columns.find((each) => each.name === name);
    if (text === null || text === '') return '–';
    return column && choicesOf(column)
      ? text
          .split(', ')
          .map((part) => t(`value.${part as 'none'}`))
          .join(', ')
      : text;
  };
  return (
    <div className="grid gap-1 text-small">
      <span className="justify-self-start">
        <StatusPill kind={kinds[state as 'live'] ?? 'neutral'}>{t(`change.state.${state}`)}</StatusPill>
      </span>
      {rollsBack && <p className="font-semibold">{t('change.rollsBack')}</p>}
      {changes.slice(0, 8).map(({ row, column, from, to }) => (
        <p key={`${row} ${column}`}>
          <strong className="font-semibold">
            {[row, t(`column.${column as 'fixed'}`)].filter(Boolean).join(' · ')}
          </strong>{' '}
          <span className="figures">
            {named(column, from)} → {named(column, to)}
          </span>
        </p>
      ))}
      {changes.length > 8 && <p className="text-text-muted">{t('change.others', { count: changes.length - 8 })}</p>}
      <p className="wrap-anywhere">{reason}</p>
      <p className="text-text-muted">{t('change.by', { name: proposedBy, when: at(proposedAt) })}</p>
      {decidedBy && decidedAt && (
        <p className="text-text-muted">{t('change.decidedBy', { name: decidedBy, when: at(decidedAt) })}</p>
      )}
      {takesEffectAt && <p className="text-text-muted">{t('change.from', { when: at(takesEffectAt) })}</p>}
      {note && <p className="wrap-anywhere text-text-muted">{note}</p>}
    </div>
  );
}

type Verb = SettingDecision['verb'];

function ChangeActions({ setting, document, change }: Props & { change: SettingChange }) {
  const t = useTranslations('manageSetting.change');
  const [choice, setChoice] = useState<Verb>();
  const rights = document.sheets.find(({ key }) => key === change.sheet);
  const { state, isOwn, changes, rollsBack } = change;
  const canDecide = state === 'proposed' && rights?.canApprove && !isOwn;
  const isRestorable = state === 'scheduled' || (state === 'live' && changes.every(({ from }) => from !== null));
  const isRollingBack = document.changes.some((each) => each.rollsBack === change.uid && each.state === 'proposed');
  const verbs: Verb[] = [
    ...(canDecide ? (['refuse', 'approve'] as const) : []),
    ...(open.includes(state) && isOwn ? (['withdraw'] as const) : []),
    ...(isRestorable && rights?.canPropose && !isRollingBack ? (['rollBack'] as const) : []),
  ];
  return (
    <>
      {state === 'proposed' && isOwn && <p className="text-small text-text-muted">{t('own')}</p>}
      {canDecide && !rollsBack && <ChangeEffect setting={setting} version={document.version} uid={change.uid} />}
      {verbs.length > 0 && (
        <div className="flex flex-wrap gap-3">
          {verbs.map((verb) => (
            <Button key={verb} kind={verb === 'approve' ? 'primary' : 'secondary'} onClick={() => setChoice(verb)}>
              {t(`verb.${verb}`)}
            </Button>
          ))}
        </div>
      )}
      {choice && <Decision setting={setting} uid={change.uid} verb={choice} onClose={() => setChoice(undefined)} />}
    </>
  );
}

function ChangeEffect({ setting, version, uid }: { setting: SettingName; version: number; uid: string }) {
  const { data } = useQuery(effectQuery(setting, version, { change: uid }));
  if (!data) return null;
  return (
    <>
      <EffectTable effect={data} />
      {data.notice && <RiseNotice setting={setting} version={version} preview={{ change: uid }} notice={data.notice} />}
    </>
  );
}

type DecisionProps = { setting: SettingName; uid: string; verb: Verb; onClose: () => void };

function Decision({ setting, uid, verb, onClose }: DecisionProps) {
  const t = useTranslations('manageSetting.change');
  const send = useTranslations('manageSetting.send');
  const decide = useDecideSetting(setting);
  const [rollBackId] = useState(newIdempotencyKey);
  const asksText = verb === 'refuse' || verb === 'rollBack';
  return (
    <DecisionDialog
      title={t(`verb.${verb}`)}
      about={t(`aboutVerb.${verb}`)}
      fields={asksText ? [{ name: 'text', label: send('reason'), missing: send('reasonMissing'), atLeast: 10 }] : []}
      submitLabel={t(`confirm.${verb}`)}
      texts={{ failed: t('failed'), again: send('again'), done: t(`done.${verb}`) }}
      write={decide.mutateAsync}
      toInput={({ text = '' }, idempotency) => ({ verb, uid, text, change: rollBackId, idempotency })}
      onClose={onClose}
    />
  );
}
