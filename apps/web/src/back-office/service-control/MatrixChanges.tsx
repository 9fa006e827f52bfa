import { allows } from '@larkmere/contract/back-office/permissions';
import type { MatrixChange } from '@larkmere/contract/back-office/service-control';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { useStaffSession } from '../../platform/session/staff-session.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { DecisionDialog } from '../parts/parts.ts';
import { type MatrixDecision, useDecideMatrix } from './service-control.api.ts';
import { useServiceName } from './service-name.ts';

const shown = 5;

/** Who changed the defaults and when; what waits comes first, with its decision. */
export function MatrixChanges({ changes }: { changes: readonly MatrixChange[] }) {
  const t = useTranslations('manageServiceControl.matrix');
  if (changes.length === 0) return null;
  const waiting = changes.filter(({ state }) => state === 'proposed');
  const others = changes.filter(({ state }) => state !== 'proposed').slice(0, shown);
  return (
    <Card title={t('history')}>
      <ul className="divide-y divide-line">
        {[...waiting, ...others].map((change) => (
          <li key={change.uid} className="grid gap-2 py-3 first:pt-0 last:pb-0">
            <ChangeText change={change} />
            {change.mayDecide && <Decision uid={change.uid} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function ChangeText({
  change: { rows, rowsBefore, reason, state, proposedBy, proposedAt, decidedBy, note },
}: {
  change: MatrixChange;
}) {
  const t = useTranslations('manageServiceControl');
  const serviceName = useServiceName();
  const { at } = useDateTimeTexts();
  const lines = rows.flatMap((row, i) =>
    (['plus', 'wallet'] as const).flatMap((audience) => {
      const from = rowsBefore[i]?.[audience] ?? 'on';
      if (from === row[audience]) return [];
      const names = { service: serviceName(row.service), audience: t(`audience.${audience}`) };
      return [t('matrix.row', { ...names, from: t(`matrix.mode.${from}`), to: t(`matrix.mode.${row[audience]}`) })];
    }),
  );
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <strong className="font-semibold">{lines.join(', ')}</strong>
        <StatusPill kind={state === 'proposed' ? 'warning' : 'neutral'}>{t(`matrix.state.${state}`)}</StatusPill>
      </p>
      <p className="text-small text-text-muted">
        {[proposedBy, decidedBy].filter(Boolean).join(', ')} · {at(proposedAt)} · {reason} {note}
      </p>
    </>
  );
}

function Decision({ uid }: { uid: string }) {
  const t = useTranslations('manageServiceControl.panel');
  const { permissions } = useStaffSession();
  const [isRefusing, setRefusing] = useState(false);
  const write = useDecideMatrix();
  const sending = useIdempotentRequest(write, () => showToast({ kind: 'success', text: t('done') }));
  if (!allows(permissions, ['service_control', 'approve'])) return null;
  return (
    <>
      <SubmitNotice submission={sending} refusedTitle={t('failed')} retryText={t('again')} />
      <div className="flex flex-wrap gap-3">
        <Button busy={sending.sending} onClick={() => void sending.send({ uid, idempotency: sending.key })}>
          {t('approve')}
        </Button>
        <Button kind="secondary" onClick={() => setRefusing(true)}>
          {t('refuse')}
        </Button>
      </div>
      {isRefusing && (
        <DecisionDialog
          title={t('refuse')}
          fields={[{ name: 'note', label: t('refuseNote'), missing: t('noteMissing'), atLeast: 10 }]}
          submitLabel={t('refuse')}
          isDanger
          texts={{ failed: t('failed'), again: t('again'), done: t('done') }}
          write={write}
          toInput={({ note = '' }, idempotency): MatrixDecision => ({ uid, note, idempotency })}
          onClose={() => setRefusing(false)}
        />
      )}
    </>
  );
}
