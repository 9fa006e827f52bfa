import type { KycItemKey } from '@larkmere/contract/customers/kyc-requirements';
import {
  Banknote,
  Briefcase,
  Building2,
  Check,
  FileText,
  House,
  IdCard,
  type LucideIcon,
  ScanFace,
  Upload,
  UserRound,
  UsersRound,
} from 'lucide-react';
import { useTranslations } from 'use-intl';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { kindIcon, type StatusKind } from '../../ui/status-kind.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import type { ItemProgress } from './item-progress.ts';

const pills: Record<Exclude<ItemProgress, 'verified'>, StatusKind> = {
  todo: 'neutral',
  started: 'neutral',
  ready: 'success',
  uploading: 'info',
  in_review: 'info',
  rejected: 'danger',
};

type StatusProps = Readonly<{ progress: ItemProgress; decidedAt: string | null; peopleLeft: number }>;

export function ItemStatus({ progress, decidedAt, peopleLeft }: StatusProps) {
  const t = useTranslations('kycPage.state');
  const { at } = useDateTimeTexts();
  if (progress === 'verified')
    return (
      <span className="text-small font-semibold text-success">
        {decidedAt ? t('verified', { at: at(decidedAt) }) : t('verifiedShort')}
      </span>
    );
  if (peopleLeft > 0 && (progress === 'todo' || progress === 'started'))
    return <StatusPill kind="warning">{t('peopleLeft', { count: peopleLeft })}</StatusPill>;
  const icon = progress === 'uploading' ? <Upload size={14} /> : progress === 'in_review' ? kindIcon('info', 14) : null;
  return (
    <StatusPill kind={pills[progress]} icon={icon}>
      {t(progress)}
    </StatusPill>
  );
}

const icons: Record<KycItemKey, LucideIcon> = {
  personal_details: UserRound,
  identity_document: IdCard,
  selfie: ScanFace,
  proof_of_address: House,
  source_of_funds: Banknote,
  company: Building2,
  people: UsersRound,
  business_activity: Briefcase,
  board_authority: FileText,
};

const iconLooks: Record<ItemProgress, string> = {
  todo: 'bg-sunken text-text-muted',
  started: 'bg-sunken text-text-muted',
  ready: 'bg-success-soft text-success',
  uploading: 'bg-sunken text-text-muted',
  in_review: 'bg-info-soft text-info',
  rejected: 'bg-danger-soft text-danger',
  verified: 'bg-success-soft text-success',
};

type IconProps = Readonly<{ itemKey: KycItemKey; progress: ItemProgress; isWaiting: boolean }>;

export function ItemIcon({ itemKey, progress, isWaiting }: IconProps) {
  const Icon = progress === 'verified' ? Check : icons[itemKey];
  const look =
    isWaiting && (progress === 'todo' || progress === 'started') ? 'bg-warning-soft text-warning' : iconLooks[progress];
  return (
    <span aria-hidden className={`grid size-10 shrink-0 place-items-center rounded-full ${look}`}>
      <Icon size={20} />
    </span>
  );
}
