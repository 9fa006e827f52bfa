import type { CustomerHeader } from '@larkmere/contract/back-office/customer-file';
import { allows } from '@larkmere/contract/back-office/permissions';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useStaffSession } from '../../platform/session/staff-session.ts';
import { Button } from '../../ui/Button.tsx';
import { StatusDialog } from './StatusDialog.tsx';
import { statusQuery } from './status-change.api.ts';

/** Shown to those who may set something now. */
export function ChangeStatusButton({ header }: { header: CustomerHeader }) {
  const t = useTranslations('manageAccountStatus');
  const { permissions } = useStaffSession();
  const [isOpen, setIsOpen] = useState(false);
  const mayRestrict = allows(permissions, ['account_restriction', 'act']);
  const { data } = useQuery({ ...statusQuery(header.uid), enabled: mayRestrict });
  if (!data || data.allowedNext.length === 0 || data.proposed) return null;
  return (
    <>
      <Button kind="secondary" onClick={() => setIsOpen(true)}>
        {t('change')}
      </Button>
      {isOpen && <StatusDialog header={header} file={data} onClose={() => setIsOpen(false)} />}
    </>
  );
}
