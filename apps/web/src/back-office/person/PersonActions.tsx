import { allows } from '@larkmere/contract/back-office/permissions';
import type { PasswordHelp } from '@larkmere/contract/back-office/person';
import type { contract } from '@larkmere/contract/contract';
import type { Reply } from '@larkmere/contract/platform/endpoint';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useStaffSession } from '../../platform/session/staff-session.ts';
import { linkClass } from '../../ui/button-class.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { DecisionDialog, staffPaths } from '../parts/parts.ts';
import { ContactDialog } from './ContactDialog.tsx';
import { PasswordHelpDialog } from './PasswordHelpDialog.tsx';
import { useChangePassword } from './person.api.ts';
import { RecoveryDialog } from './RecoveryDialog.tsx';
import { ResetPinDialog } from './ResetPinButton.tsx';
import { toChannel, usePasswordChannels } from './use-password-channels.ts';

type Person = Reply<typeof contract.customerFile.people>['people'][number];
type Action = 'pin' | 'password' | 'contact' | 'recovery';

/** What staff can do for a person; the rest of a sub-user is on their page. */
export function PersonActions({ customerId, person }: { customerId: string; person: Person }) {
  const t = useTranslations('manageHelp');
  const { permissions } = useStaffSession();
  const [open, setOpen] = useState<Action>();
  const [given, setGiven] = useState<PasswordHelp>();
  const { userId, name, state, uid } = person;
  const { mutateAsync: changePassword } = useChangePassword(customerId);
  const mayReset = allows(permissions, ['pin_reset', 'act']);
  const mayCorrect = allows(permissions, ['sub_users', 'act']);
  const channels = usePasswordChannels();
  const close = () => setOpen(undefined);
  if (state === 'removed') return null;
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-1">
      {userId && state === 'active' && (
        <>
          {mayReset && <LinkButton onClick={() => setOpen('pin')}>{t('resetPin')}</LinkButton>}
          {mayReset && <LinkButton onClick={() => setOpen('password')}>{t('password')}</LinkButton>}
          {mayCorrect && <LinkButton onClick={() => setOpen('contact')}>{t('contact')}</LinkButton>}
          {mayCorrect && <LinkButton onClick={() => setOpen('recovery')}>{t('recovery.action')}</LinkButton>}
        </>
      )}
      {person.role !== 'owner' && allows(permissions, ['sub_users', 'view']) && (
        <Link to={staffPaths.subUser(customerId, uid)} className={linkClass}>
          {t('open')}
        </Link>
      )}
      {open === 'pin' && userId && (
        <ResetPinDialog customerId={customerId} people={[{ value: userId, label: name }]} onClose={close} />
      )}
      {open === 'password' && userId && (
        <DecisionDialog
          title={t('password')}
          about={t('passwordAbout', { name })}
          fields={[channels, { name: 'reason', label: t('reason'), missing: t('reasonMissing'), atLeast: 10 }]}
          submitLabel={t('passwordEnd')}
          texts={{ failed: t('failed'), again: t('again'), done: t('passwordSet') }}
          write={changePassword}
          toInput={({ channel, reason = '' }, idempotency) => ({
            id: userId,
            channel: toChannel(channel),
            reason,
            idempotency,
          })}
          onDone={setGiven}
          onClose={close}
        />
      )}
      {open === 'contact' && userId && (
        <ContactDialog customerId={customerId} userId={userId} name={name} onClose={close} />
      )}
      {open === 'recovery' && userId && (
        <RecoveryDialog customerId={customerId} userId={userId} name={name} onClose={close} />
      )}
      {given && <PasswordHelpDialog help={given} name={name} onClose={() => setGiven(undefined)} />}
    </span>
  );
}
