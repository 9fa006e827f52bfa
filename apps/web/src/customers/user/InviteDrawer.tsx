import type { Invitee } from '@larkmere/contract/customers/user';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { PinDialog } from '../../identity/pin/pin.tsx';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { DetailDrawer } from '../../ui/DetailDrawer.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { DrawerActions } from './DrawerActions.tsx';
import { LeaveDialog } from './LeaveDialog.tsx';
import { emptyPerson, PersonFields, usePersonFaults } from './PersonFields.tsx';
import { RightsFields } from './RightsFields.tsx';
import { type Users, useChangeUsers } from './user.api.ts';
import { changesBetween, findFaults, newForm, toRights } from './user-form.ts';

export function InviteDrawer({ users, onClose }: { users: Users; onClose: () => void }) {
  const t = useTranslations('userManagement');
  const [person, setPerson] = useState(emptyPerson);
  const [form, setForm] = useState(newForm);
  const [tried, setTried] = useState(false);
  const [asking, setAsking] = useState<'pin' | 'leave'>();
  const change = useChangeUsers();
  const sending = useIdempotentRequest(change.mutateAsync, () => {
    showToast({ kind: 'success', text: t('invited', { email: person.email }) });
    onClose();
  });
  const isBusy = sending.sending || sending.unknown;
  const faults = findFaults(form);
  const wrong = usePersonFaults(person);
  const isFine = Object.values({ ...wrong, ...faults }).every((fault) => fault === undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isFine && !isBusy) setAsking('pin');
  };
  const isTouched = person !== emptyPerson || changesBetween(newForm, form).length > 0;
  const leave = () => (isTouched ? setAsking('leave') : onClose());
  const { name, email, phone } = person;
  const invitee: Invitee = {
    name: name.trim(),
    email: email.trim(),
    ...(phone && { phone }),
    ...toRights(form),
  };
  return (
    <DetailDrawer
      title={t('invite')}
      onClose={leave}
      onEscape={leave}
      footer={
        <DrawerActions
          form="invite"
          label={t('form.invite')}
          busyLabel={t('form.sending')}
          busy={isBusy}
          onCancel={leave}
        />
      }
    >
      <form id="invite" noValidate onSubmit={submit} className="grid gap-6">
        {!asking && <SubmitNotice submission={sending} refusedTitle={t('refused')} retryText={t('once')} />}
        <PersonFields person={person} change={(some) => setPerson({ ...person, ...some })} wrong={tried ? wrong : {}} />
        <RightsFields
          form={form}
          change={(some) => setForm({ ...form, ...some })}
          faults={tried ? faults : {}}
          users={users}
        />
      </form>
      {asking === 'leave' && <LeaveDialog onLeave={onClose} onStay={() => setAsking(undefined)} />}
      {asking === 'pin' && (
        <PinDialog
          action="verify"
          purpose={{
            operation: 'user.invite',
            invitee,
            amount: '0',
            currency: 'GBP',
            paymentIdempotency: sending.key,
          }}
          description={t('pin.invite', { name: invitee.name, role: t(`role.${form.role}`) })}
          onResult={({ authorisation }) =>
            authorisation &&
            void sending.send({ kind: 'invite', order: { ...invitee, authorisation, idempotency: sending.key } })
          }
          onClose={() => setAsking(undefined)}
        />
      )}
    </DetailDrawer>
  );
}
