import { allows } from '@larkmere/contract/back-office/permissions';
import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useStaffSession } from '../../platform/session/staff-session.ts';
import { Button } from '../../ui/Button.tsx';
import { DecisionDialog } from '../parts/parts.ts';
import { peopleQuery, useResetPin } from './person.api.ts';

export function ResetPinButton({ customerId }: { customerId: string }) {
  const t = useTranslations('manageHelp');
  const { permissions } = useStaffSession();
  const [isOpen, setIsOpen] = useState(false);
  if (!allows(permissions, ['pin_reset', 'act'])) return null;
  return (
    <>
      <Button kind="secondary" icon={<RotateCcw size={18} />} onClick={() => setIsOpen(true)}>
        {t('resetPin')}
      </Button>
      {isOpen && <WhosePin customerId={customerId} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function WhosePin({ customerId, onClose }: { customerId: string; onClose: () => void }) {
  const { data } = useQuery(peopleQuery(customerId));
  const people = (data?.people ?? []).flatMap(({ userId, name, state }) =>
    userId && state === 'active' ? [{ value: userId, label: name }] : [],
  );
  return people.length > 0 && <ResetPinDialog customerId={customerId} people={people} onClose={onClose} />;
}

type Props = { customerId: string; people: { value: string; label: string }[]; onClose: () => void };

export function ResetPinDialog({ customerId, people, onClose }: Props) {
  const t = useTranslations('manageHelp');
  const { mutateAsync } = useResetPin(customerId);
  return (
    <DecisionDialog
      title={t('resetPin')}
      about={t('resetPinAbout')}
      fields={[
        { name: 'userId', label: t('person'), options: people },
        { name: 'reason', label: t('reason'), missing: t('reasonMissing'), atLeast: 10 },
      ]}
      submitLabel={t('resetPin')}
      texts={{ failed: t('failed'), again: t('again'), done: t('pinReset') }}
      write={mutateAsync}
      toInput={({ userId = '', reason = '' }, idempotency) => ({ customerId, userId, reason, idempotency })}
      onClose={onClose}
    />
  );
}
