import type { UserView } from '@larkmere/contract/customers/user';
import { Ban, Check, Lock, Mail, MailX } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { StatusPill } from '../../ui/StatusPill.tsx';

/** Active is shown quietly; every other status stands out. */
export function UserStatus({ user: { status, isYou, isExpired } }: { user: UserView }) {
  const t = useTranslations('userManagement');
  if (isYou)
    return (
      <StatusPill kind="success" icon={<span className="sr-only">{t('status.active')}</span>}>
        {t('you')}
      </StatusPill>
    );
  if (status === 'active')
    return (
      <span className="inline-flex items-center gap-1.5 font-semibold text-success">
        <Check size={16} aria-hidden />
        {t('status.active')}
      </span>
    );
  if (isExpired)
    return (
      <StatusPill kind="warning" icon={<MailX size={14} aria-hidden />}>
        {t('status.expired')}
      </StatusPill>
    );
  if (status === 'invited')
    return (
      <StatusPill kind="info" icon={<Mail size={14} aria-hidden />}>
        {t('status.invited')}
      </StatusPill>
    );
  return (
    <StatusPill
      kind="danger"
      icon={status === 'locked' ? <Lock size={14} aria-hidden /> : <Ban size={14} aria-hidden />}
    >
      {t(`status.${status}`)}
    </StatusPill>
  );
}
