import type { RoleChangeView } from '@larkmere/contract/back-office/role';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { useDecideRoles } from './role.api.ts';

type Props = { changes: readonly RoleChangeView[]; canApprove: boolean };

export function RoleChanges({ changes, canApprove }: Props) {
  const t = useTranslations('manageRoles.change');
  const waiting = changes.filter(({ state }) => state === 'proposed');
  const done = changes.filter(({ state }) => state !== 'proposed').slice(0, 10);
  return (
    <>
      {waiting.length > 0 && (
        <Card title={t('waiting')}>
          <ul className="divide-y divide-line">
            {waiting.map((change) => (
              <li key={change.uid} className="grid gap-3 py-3 first:pt-0">
                <ChangeText change={change} />
                {change.isOwn && <p className="text-small text-text-muted">{t('own')}</p>}
                {canApprove && !change.isOwn && <Decision uid={change.uid} />}
              </li>
            ))}
          </ul>
        </Card>
      )}
      {done.length > 0 && (
        <Card title={t('done')}>
          <ul className="divide-y divide-line">
            {done.map((change) => (
              <li key={change.uid} className="grid gap-1 py-3 first:pt-0">
                <span className="justify-self-start">
                  <StatusPill kind={change.state === 'live' ? 'success' : 'neutral'}>
                    {t(`state.${change.state}`)}
                  </StatusPill>
                </span>
                <ChangeText change={change} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

function ChangeText({ change: { changes, reason, proposedBy, proposedAt } }: { change: RoleChangeView }) {
  const t = useTranslations('manageRoles');
  const { at } = useDateTimeTexts();
  const named = (level: string | null) =>
    level === 'none' || level === 'view' || level === 'act' || level === 'approve'
      ? t(`level.${level}`)
      : (level ?? '–');
  return (
    <div className="grid gap-1 text-small">
      {changes.map(({ role, area, from, to }) => (
        <p key={`${role} ${area}`}>
          <strong className="font-semibold">
            {t(`short.${role}`)} · {t(`area.${area as 'roles'}`)}
          </strong>{' '}
          {t('change.from', { from: named(from), to: named(to) })}
        </p>
      ))}
      <p className="wrap-anywhere">{reason}</p>
      <p className="text-text-muted">{t('change.by', { name: proposedBy, when: at(proposedAt) })}</p>
    </div>
  );
}

function Decision({ uid }: { uid: string }) {
  const t = useTranslations('manageRoles.change');
  const again = useTranslations('manageRoles.draft');
  const [note, setNote] = useState<string>();
  const decide = useDecideRoles();
  const sending = useIdempotentRequest(decide.mutateAsync, () =>
    showToast({ kind: 'success', text: t(note === undefined ? 'approved' : 'refused') }),
  );
  const isShort = note !== undefined && note.trim().length < 10;
  return (
    <div className="grid gap-3">
      {note !== undefined && (
        <Field label={t('note')} error={note !== '' && isShort ? again('reasonMissing') : undefined}>
          <TextInput value={note} maxLength={500} onChange={({ target }) => setNote(target.value)} />
        </Field>
      )}
      <SubmitNotice submission={sending} refusedTitle={t('failed')} retryText={again('again')} />
      <div className="flex flex-wrap gap-3">
        <Button
          kind="secondary"
          onClick={() => {
            if (note === undefined) setNote('');
            else if (!isShort) void sending.send({ uid, note: note.trim(), idempotency: sending.key });
          }}
        >
          {t('refuse')}
        </Button>
        {note === undefined && (
          <Button busy={sending.sending} onClick={() => void sending.send({ uid, idempotency: sending.key })}>
            {t('approve')}
          </Button>
        )}
      </div>
    </div>
  );
}
