import type { CustomerHeader } from '@larkmere/contract/back-office/customer-file';
import { allows, type StaffRight } from '@larkmere/contract/back-office/permissions';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Ear } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { ApiError } from '../../platform/http/call-errors.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { useStaffSession } from '../../platform/session/staff-session.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Card } from '../../ui/Card.tsx';
import { CopyButton } from '../../ui/CopyField.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { staffPaths } from '../parts/parts.ts';
import { CaseTab } from './CaseTab.tsx';
import { AccountStatusPill, KycStatusPill } from './CustomerPills.tsx';
import { headerQuery } from './customer.api.ts';
import { LinesTab } from './LinesTab.tsx';
import { NotesTab } from './NotesTab.tsx';
import { OrdersTab } from './OrdersTab.tsx';
import { OverviewTab } from './OverviewTab.tsx';
import { PayeesTab } from './PayeesTab.tsx';
import { PaymentsTab } from './PaymentsTab.tsx';
import { PeopleTab } from './PeopleTab.tsx';

export function CustomerPage() {
  const t = useTranslations('manageCustomer');
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const { data, error, refetch } = useQuery(headerQuery(id));
  useSetPageTitle(data?.name ?? t('search.title'));
  if (data) return <CustomerFile key={id} header={data} />;
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return (
    <QueryFallback
      failure={error ? { isMissing, text: failureText(error) } : undefined}
      texts={{ missing: t('missing'), missingText: t('missingText'), failed: t('failed') }}
      action={<Link to={staffPaths.customers}>{t('back')}</Link>}
      onRetry={() => void refetch()}
    />
  );
}

const tabRights = {
  overview: ['customers', 'view'],
  activity: ['customer_details', 'view'],
  payments: ['customers', 'view'],
  payees: ['customers', 'view'],
  people: ['customer_details', 'view'],
  kyc: ['kyc', 'view'],
  orders: ['customers', 'view'],
  restrictions: ['customer_details', 'view'],
  messages: ['customer_details', 'view'],
  notes: ['customer_details', 'view'],
  audit: ['customer_details', 'view'],
} as const satisfies Record<string, StaffRight>;
type Tab = keyof typeof tabRights;

/** Only tabs of the role are shown; the address keeps the chosen one. */
function CustomerFile({ header }: { header: CustomerHeader }) {
  const t = useTranslations('manageCustomer');
  const { permissions } = useStaffSession();
  const navigate = useNavigate();
  const { tab = 'overview' }: { tab?: string } = useSearch({ strict: false });
  const { uid: id, waiting, supportNeeds } = header;
  const shown = (Object.keys(tabRights) as Tab[]).filter((key) => allows(permissions, tabRights[key]));
  const panels: Record<Tab, React.ReactNode> = {
    overview: <OverviewTab header={header} />,
    activity: <LinesTab id={id} tab="activity" />,
    payments: <PaymentsTab id={id} />,
    payees: <PayeesTab id={id} />,
    people: <PeopleTab id={id} />,
    kyc: <CaseTab id={id} uid={header.kycCase} />,
    orders: <OrdersTab id={id} />,
    restrictions: <LinesTab id={id} tab="restrictions" />,
    messages: <LinesTab id={id} tab="messages" />,
    notes: <NotesTab id={id} />,
    audit: <LinesTab id={id} tab="audit" />,
  };
  const counts: Partial<Record<Tab, number>> = waiting;
  const labelOf = (key: Tab) => {
    const count = counts[key] ?? 0;
    return count > 0 ? t('waits', { tab: t(`tab.${key}`), count: String(count) }) : t(`tab.${key}`);
  };
  return (
    <div className="grid gap-4">
      <Header header={header} />
      {supportNeeds.map(({ uid, body, by }) => (
        <Notice key={uid} kind="warning" icon={<Ear size={20} />} title={t('note.need')}>
          {body} <span className="text-text-muted">({by})</span>
        </Notice>
      ))}
      <Tabs
        value={shown.includes(tab as Tab) ? tab : 'overview'}
        onChange={(next) => void navigate({ to: '.', search: { tab: next }, replace: true })}
        tabs={shown.map((key) => ({ value: key, label: labelOf(key), panel: panels[key] }))}
      />
    </div>
  );
}

function Header({ header }: { header: CustomerHeader }) {
  const t = useTranslations('manageCustomer');
  const { at } = useDateTimeTexts();
  const { name, otherName, memberCode, type, business, createdAt, lastSeenAt } = header;
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-4">
        <Avatar name={name} size={48} />
        <div className="grid min-w-0 flex-1 gap-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <p className="text-h1 font-bold">{name}</p>
            {otherName && <p className="text-text-muted">{otherName}</p>}
            <AccountStatusPill {...header} />
            <KycStatusPill {...header} />
          </div>
          <p className="flex flex-wrap items-center gap-x-2 text-small text-text-muted">
            <span className="figures text-text">{memberCode}</span>
            <CopyButton label={t('copyCode')} text={memberCode} />
            <span>
              {t(`type.${type}`)} · {t(business ? 'business' : 'personal')} · {t('since', { day: at(createdAt) })}
              {lastSeenAt && ` · ${t('seen', { when: at(lastSeenAt) })}`}
            </span>
          </p>
        </div>
      </div>
    </Card>
  );
}
