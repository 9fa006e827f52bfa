import type { StaffChangeView, StaffMemberView } from '@larkmere/contract/back-office/staff-member';
import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { StaffTable } from '../parts/parts.ts';
import { type MemberAction, StaffDialog } from './StaffDialog.tsx';
import { staffQuery, useWriteStaff } from './staff-member.api.ts';

type Rights = { canPropose: boolean; canApprove: boolean };

export function StaffPeople({ canPropose, canApprove }: Rights) {
  const t = useTranslations('manageRoles');
  const { data, error, refetch } = useQuery(staffQuery);
  const [action, setAction] = useState<MemberAction>();
  if (!data && error)
    return <ErrorState title={t('failed')} text={failureText(error)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton shape="row" count={6} />;
  return (
    <div className="grid gap-4">
      {data.waiting.length > 0 && (
        <Card title={t('change.waiting')}>
          <ul className="divide-y divide-line">
            {data.waiting.map((change) => (
              <WaitingChange key={change.uid} change={change} canApprove={canApprove} />
            ))}
          </ul>
        </Card>
      )}
      {canPropose && (
        <Button
          icon={<UserPlus size={18} />}
          className="justify-self-start"
          onClick={() => setAction({ verb: 'invite' })}
        >
          {t('member.invite')}
        </Button>
      )}
      <Card flush>
        <Members members={data.members} onChoose={setAction} canPropose={canPropose} />
      </Card>
      {action && <StaffDialog action={action} onClose={() => setAction(undefined)} />}
    </div>
  );
}

type MembersProps = {
  members: readonly StaffMemberView[];
  onChoose: (action: MemberAction) => void;
  canPropose: boolean;
};

function Members({ members, onChoose, canPropose }: MembersProps) {
  const t = useTranslations('manageRoles');
  const { at } = useDateTimeTexts();
  const actions = (member: StaffMemberView) => {
    if (!canPropose || member.isSelf) return null;
    if (member.status === 'suspended')
      return <LinkButton onClick={() => onChoose({ verb: 'reinstate', member })}>{t('member.reinstate')}</LinkButton>;
    return (
      <span className="flex flex-wrap justify-end gap-3">
        {member.status === 'active' && (
          <LinkButton onClick={() => onChoose({ verb: 'changeRole', member })}>{t('member.changeRole')}</LinkButton>
        )}
        <LinkButton onClick={() => onChoose({ verb: 'suspend', member })}>{t('member.suspend')}</LinkButton>
      </span>
    );
  };
  return (
    <StaffTable<StaffMemberView>
      caption={t('tab.people')}
      rows={members}
      keyOf={({ uid }) => uid}
      columns={[
        {
          key: 'name',
          title: t('member.name'),
          cell: ({ name, username, email, isSelf }) => (
            <span className="flex items-center gap-3">
              <Avatar name={name} size={32} />
              <span className="grid">
                <strong className="font-semibold">
                  {name} {isSelf && <span className="font-normal text-text-muted">({t('member.you')})</span>}
                </strong>
                <span className="text-caption text-text-muted">
                  {username} · {email}
                </span>
              </span>
            </span>
          ),
        },
        { key: 'role', title: t('member.role'), cell: ({ role }) => t(`short.${role}`) },
        {
          key: 'status',
          title: t('member.status'),
          cell: ({ status, enrolled }) => (
            <span className="grid justify-items-start gap-0.5">
              {status === 'active' ? (
                t('member.state.active')
              ) : (
                <StatusPill kind={status === 'suspended' ? 'danger' : 'info'}>{t(`member.state.${status}`)}</StatusPill>
              )}
              {status === 'active' && !enrolled && (
                <span className="text-caption text-text-muted">{t('member.noCode')}</span>
              )}
            </span>
          ),
        },
        {
          key: 'seen',
          title: t('member.lastSeen'),
          cell: ({ lastSeenAt }) => (lastSeenAt ? at(lastSeenAt) : t('member.never')),
        },
        { key: 'actions', title: '', isNumber: true, cell: actions },
      ]}
    />
  );
}

function WaitingChange({ change, canApprove }: { change: StaffChangeView; canApprove: boolean }) {
  const t = useTranslations('manageRoles');
  const { at } = useDateTimeTexts();
  const { uid, kind, name, role, reason, proposedBy, proposedAt, canDecide } = change;
  const write = useWriteStaff();
  const sending = useIdempotentRequest(write.mutateAsync, () => {});
  const decide = (verb: 'approve' | 'refuse') => {
    const input = { uid, idempotency: sending.key };
    void sending.send(verb === 'approve' ? { verb, ...input } : { verb, ...input, note: t('change.refused') });
  };
  return (
    <li className="grid gap-2 py-3 text-small first:pt-0">
      <strong className="font-semibold">{t(`member.kind.${kind}`, { name, role: t(`short.${role}`) })}</strong>
      <span className="wrap-anywhere">{reason}</span>
      <span className="text-text-muted">{t('change.by', { name: proposedBy, when: at(proposedAt) })}</span>
      <SubmitNotice submission={sending} refusedTitle={t('member.failed')} retryText={t('member.again')} />
      {canApprove && canDecide && (
        <span className="flex gap-3">
          <Button kind="secondary" onClick={() => decide('refuse')}>
            {t('change.refuse')}
          </Button>
          <Button busy={sending.sending} onClick={() => decide('approve')}>
            {t('change.approve')}
          </Button>
        </span>
      )}
    </li>
  );
}
