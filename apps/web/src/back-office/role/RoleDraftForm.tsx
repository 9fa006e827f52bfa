import type { RoleDocument } from '@larkmere/contract/back-office/role';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { useStaffSession } from '../../platform/session/staff-session.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { useProposeRoles } from './role.api.ts';
import {
  draftChanges,
  emptyDraft,
  type RoleDraft,
  releaseLimits,
  releasingRoles,
  typedPounds,
  withLevel,
  withReleaseLimit,
} from './role-draft.ts';

type Props = { document: RoleDocument; draft: RoleDraft; onChange: (draft: RoleDraft) => void };

export function RoleDraftForm({ document: { roles }, draft, onChange }: Props) {
  const t = useTranslations('manageRoles');
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const propose = useProposeRoles();
  const discard = () => {
    onChange(emptyDraft);
    setReason('');
    setTried(false);
  };
  const sending = useIdempotentRequest(propose.mutateAsync, () => {
    showToast({ kind: 'success', text: t('draft.sent') });
    discard();
  });
  const changes = draftChanges(draft, roles);
  const releaseMaxGBP = releaseLimits(draft);
  const count = changes.length + releaseMaxGBP.length + (draft.dealMaxGBP ? 1 : 0);
  const isReasonMissing = reason.trim().length < 10;
  const send = () => {
    setTried(true);
    if (isReasonMissing || count === 0) return;
    const permissions = changes.map(({ role, area, to: level }) => ({ role: role.key, area, level }));
    const limit = draft.dealMaxGBP ? { dealMaxGBP: draft.dealMaxGBP } : {};
    void sending.send({ permissions, ...limit, releaseMaxGBP, reason: reason.trim(), idempotency: sending.key });
  };
  return (
    <Card title={t('draft.title', { count })}>
      <div className="grid gap-4">
        {count === 0 && <p className="text-small text-text-muted">{t('draft.empty')}</p>}
        <ul className="divide-y divide-line text-small">
          {changes.map(({ role, area, from, to, isGain }) => (
            <li key={`${role.key} ${area}`} className="grid gap-0.5 py-2.5">
              <span className="flex justify-between gap-2 font-semibold">
                {t(`short.${role.key}`)} · {t(`area.${area}`)}
                <LinkButton onClick={() => onChange(withLevel(draft, role, area, from))}>{t('draft.undo')}</LinkButton>
              </span>
              <span>{t('change.from', { from: t(`level.${from}`), to: t(`level.${to}`) })}</span>
              <span className={isGain ? 'text-text-muted' : 'font-semibold text-warning'}>
                {t(isGain ? 'draft.gain' : 'draft.lose', { count: role.people })}
              </span>
            </li>
          ))}
        </ul>
        <DealLimit roles={roles} draft={draft} onChange={onChange} />
        <ReleaseLimits roles={roles} draft={draft} onChange={onChange} />
        {count > 0 && (
          <>
            <Notice kind="info">{t('draft.atOnce')}</Notice>
            <Field label={t('draft.reason')} error={tried && isReasonMissing ? t('draft.reasonMissing') : undefined}>
              <TextArea value={reason} maxLength={500} onChange={({ target }) => setReason(target.value)} />
            </Field>
            <SubmitNotice submission={sending} refusedTitle={t('draft.failed')} retryText={t('draft.again')} />
            <div className="flex flex-wrap gap-3">
              <Button kind="secondary" onClick={discard}>
                {t('draft.discard')}
              </Button>
              <Button busy={sending.sending} onClick={send}>
                {t('draft.send')}
              </Button>
            </div>
          </>
        )}
      </div>
    </Card>
  );
}

function DealLimit({ roles, draft, onChange }: Pick<Props, 'draft' | 'onChange'> & { roles: RoleDocument['roles'] }) {
  const t = useTranslations('manageRoles');
  const isOwn = useStaffSession().role === 'dealer';
  const former = roles.find(({ key }) => key === 'dealer')?.limits.dealMaxGBP ?? '';
  if (isOwn) return null;
  return (
    <Field label={`${t('short.dealer')} · ${t('area.deal_limit')}`} optional>
      <TextInput
        inputMode="decimal"
        className="figures"
        placeholder={former}
        value={draft.dealMaxGBP ?? ''}
        onChange={({ target }) =>
          onChange({ ...draft, dealMaxGBP: typedPounds(target.value, draft.dealMaxGBP) || undefined })
        }
      />
    </Field>
  );
}

/** Nobody changes the limit of the role that they have. */
function ReleaseLimits({
  roles,
  draft,
  onChange,
}: Pick<Props, 'draft' | 'onChange'> & { roles: RoleDocument['roles'] }) {
  const t = useTranslations('manageRoles');
  const own = useStaffSession().role;
  return releasingRoles(roles)
    .filter(({ key }) => key !== own)
    .map((role) => (
      <Field key={role.key} label={`${t(`short.${role.key}`)} · ${t('area.release_limit')}`} optional>
        <TextInput
          inputMode="decimal"
          className="figures"
          placeholder={role.limits.releaseMaxGBP ?? '0.00'}
          value={draft.releaseMaxGBP[role.key] ?? ''}
          onChange={({ target }) => onChange(withReleaseLimit(draft, role, target.value))}
        />
      </Field>
    ));
}
