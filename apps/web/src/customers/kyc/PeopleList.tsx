import type { FirmPersonView, KycForm, KycItemForm } from '@larkmere/contract/customers/kyc';
import { Check, Mail } from 'lucide-react';
import { startTransition, useOptimistic, useState } from 'react';
import { useLocale, useNow, useTranslations } from 'use-intl';
import { showToast } from '../../platform/toasts.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { formatShortDate } from '../../ui/date-text.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { kindIcon, type StatusKind } from '../../ui/status-kind.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { useInvitePerson, useRemovePerson } from './kyc-form.api.ts';
import { PersonForm } from './PersonForm.tsx';
import { shareText } from './share-text.ts';
import type { Answers } from './use-answers.ts';

type Props = Readonly<{
  item: KycItemForm;
  people: readonly FirmPersonView[];
  shares: NonNullable<KycForm['shares']>;
  answers: Answers;
}>;

/** Directors and owners, each with their own state, and how much of the firm they own together. */
export function PeopleList({ item, people, shares, answers }: Props) {
  const t = useTranslations('kycPage.people');
  const labels = useTranslations('kycPage.field');
  const [editing, setEditing] = useState<string>();
  const isAdding = editing === 'new';
  const [isComplete, setComplete] = useOptimistic(item.answers.noOtherOwners === true);
  const confirmComplete = (confirmed: boolean) =>
    startTransition(async () => {
      setComplete(confirmed);
      await answers.save(item.key, 'noOtherOwners', confirmed ? true : null);
    });
  return (
    <div className="grid gap-3">
      {item.canEdit && <p className="text-small text-text-muted">{t('about')}</p>}
      <ul className="grid divide-y divide-line rounded-control border border-line">
        {people.map((person) =>
          person.uid === editing ? (
            <li key={person.uid} className="p-3">
              <PersonForm person={person} onDone={() => setEditing(undefined)} />
            </li>
          ) : (
            <PersonRow key={person.uid} person={person} onEdit={() => setEditing(person.uid)} />
          ),
        )}
        {people.length === 0 && !isAdding && <li className="px-3 py-4 text-small text-text-muted">{t('none')}</li>}
        {isAdding && (
          <li className="p-3">
            <PersonForm person={undefined} onDone={() => setEditing(undefined)} />
          </li>
        )}
        <li className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 px-3 py-2 text-small">
          <span role="status">
            {t.rich('covered', {
              percent: shareText(shares.total),
              b: (text) => <strong className="font-bold">{text}</strong>,
            })}
          </span>
          {item.canEdit && !isAdding && <LinkButton onClick={() => setEditing('new')}>{t('add')}</LinkButton>}
        </li>
      </ul>
      {item.canEdit && people.length > 0 && shares.needsNoOtherOwners && (
        <div>
          <p className="flex gap-2 text-small">
            <span className="mt-0.5 text-warning">{kindIcon('warning', 16)}</span>
            {t('short', { percent: shareText(shares.missing) })}
          </p>
          <Checkbox checked={isComplete} onChange={({ target: { checked } }) => confirmComplete(checked)}>
            {labels('noOtherOwners')}
          </Checkbox>
        </div>
      )}
    </div>
  );
}

function PersonRow({ person, onEdit }: { person: FirmPersonView; onEdit: () => void }) {
  const t = useTranslations('kycPage.people');
  const { uid, name, canEdit, reason } = person;
  const [isRemoving, setRemoving] = useState(false);
  const remove = useRemovePerson();
  return (
    <li className="grid gap-2 p-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Avatar name={name} />
        <div className="min-w-0 flex-1">
          <p className="font-semibold wrap-anywhere">{name}</p>
          <RoleText person={person} />
          <p className="text-small text-text-muted wrap-anywhere">{person.email}</p>
        </div>
        <div className="flex max-w-60 flex-wrap items-center gap-x-3 gap-y-1 max-sm:w-full max-sm:pl-12 sm:justify-end">
          <PersonStatus person={person} />
          <InviteAction person={person} />
        </div>
      </div>
      {reason && <p className="pl-12 text-small text-danger">{reason}</p>}
      {canEdit && (
        <div className="flex gap-3 pl-11">
          <LinkButton aria-label={t('editName', { name })} onClick={onEdit}>
            {t('edit')}
          </LinkButton>
          <LinkButton aria-label={t('removeTitle', { name })} onClick={() => setRemoving(true)}>
            {t('remove')}
          </LinkButton>
        </div>
      )}
      {isRemoving && (
        <ConfirmDialog
          title={t('removeTitle', { name })}
          text={t('removeText')}
          confirmLabel={t('remove')}
          tone="danger"
          busy={remove.isPending}
          onCancel={() => setRemoving(false)}
          onConfirm={() => remove.mutate(uid, { onSettled: () => setRemoving(false) })}
        />
      )}
    </li>
  );
}

function RoleText({ person: { isDirector, sharePercent } }: { person: FirmPersonView }) {
  const t = useTranslations('kycPage.people');
  const percent = shareText(sharePercent);
  const owns = sharePercent > 0 && t(isDirector ? 'owns' : 'ownsOnly', { percent });
  return (
    <p className="text-small text-text-muted wrap-anywhere">
      {[isDirector && t('director'), owns].filter(Boolean).join(' · ')}
    </p>
  );
}

const kinds: Record<FirmPersonView['state'], StatusKind> = {
  not_invited: 'neutral',
  invited: 'warning',
  provided: 'success',
  in_review: 'info',
  verified: 'success',
  rejected: 'danger',
};

function PersonStatus({ person: { state, invitedAt } }: { person: FirmPersonView }) {
  const t = useTranslations('kycPage.people.state');
  const locale = useLocale();
  const now = useNow();
  if (state === 'verified')
    return (
      <span className="flex items-center gap-1.5 text-small font-semibold text-success">
        <Check size={16} />
        {t('verified')}
      </span>
    );
  const icon = state === 'invited' ? <Mail size={14} /> : state === 'in_review' ? kindIcon('info', 14) : null;
  return (
    <StatusPill kind={kinds[state]} icon={icon}>
      {state === 'invited' ? t('invited', { day: formatShortDate(new Date(invitedAt ?? 0), locale, now) }) : t(state)}
    </StatusPill>
  );
}

function InviteAction({ person: { uid, name, state, canEdit, invitedAt, canInviteFrom } }: { person: FirmPersonView }) {
  const t = useTranslations('kycPage.people');
  const { at } = useDateTimeTexts();
  const now = useNow({ updateInterval: 60_000 });
  const invite = useInvitePerson();
  if (!canEdit || !['not_invited', 'invited', 'rejected'].includes(state)) return null;
  if (canInviteFrom !== null && new Date(canInviteFrom) > now)
    return <span className="text-caption text-text-muted">{t('inviteFrom', { moment: at(canInviteFrom) })}</span>;
  const send = () =>
    invite.mutate(uid, { onSuccess: () => showToast({ kind: 'success', text: t('invited', { name }) }) });
  return (
    <LinkButton
      aria-label={t('inviteName', { name })}
      aria-disabled={invite.isPending || undefined}
      onClick={() => {
        if (!invite.isPending) send();
      }}
    >
      {t(invitedAt === null ? 'invite' : 'inviteAgain')}
    </LinkButton>
  );
}
