import type { ApprovalRequestView } from '@larkmere/contract/approvals/approval';
import { Link } from '@tanstack/react-router';
import {
  ArrowLeftRight,
  ArrowRight,
  CalendarClock,
  ChevronRight,
  Files,
  Headset,
  Repeat,
  Scale,
  Users,
} from 'lucide-react';
import { useTranslations } from 'use-intl';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { RequestStatus } from './RequestStatus.tsx';
import { useMomentText } from './use-request-texts.ts';

const icons = {
  payment: ArrowRight,
  payee: Users,
  rule: Scale,
  name_policy: Scale,
  bulk: Files,
  standing_order: CalendarClock,
  standing_date: CalendarClock,
  auto_fx: Repeat,
  fx: ArrowLeftRight,
  manual_fx: Headset,
};

export function RequestRow({ request }: { request: ApprovalRequestView }) {
  const t = useTranslations('teamApproval');
  const when = useMomentText();
  const { uid, kind, title, maker, createdAt, state, approvedCount, requiredCount, expiresAt, note } = request;
  const Icon = icons[kind];
  return (
    <Link
      {...linkTo(paths.teamApproval(uid))}
      className="flex items-center gap-4 px-5 py-3.5 -outline-offset-3 transition-colors hover:bg-sunken"
    >
      <span
        aria-hidden
        className="hidden size-10 shrink-0 place-items-center rounded-full bg-brand-soft text-brand-text sm:grid"
      >
        <Icon size={20} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span className="figures font-semibold wrap-anywhere">{title}</span>
          <RequestStatus request={request} />
        </span>
        <span className="figures block text-small text-text-muted">
          {t('asked', { name: maker.name, when: when(createdAt) })}
        </span>
        {state === 'open' ? (
          <span className="figures block text-small text-text-muted">
            {t('given', { given: approvedCount, needed: requiredCount })} · {t('until', { when: when(expiresAt) })}
          </span>
        ) : (
          note && <span className="block text-small text-text-muted">{note}</span>
        )}
      </span>
      <ChevronRight size={18} className="shrink-0 text-text-muted" />
    </Link>
  );
}
