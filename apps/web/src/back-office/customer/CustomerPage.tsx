import type { CustomerHeader } from '@larkmere/contract/back-office/customer-file';
import { allows, type StaffRight } from '@larkmere/contract/back-office/permissions';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Ear, Eye } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { ApiError } from '../../platform/http/call-errors.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { useStaffSession } from '../../platform/session/staff-session.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { CopyButton } from '../../ui/CopyField.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { CardsTab } from '../customer-card/customer-card.tsx';
import { PartnerTab } from '../introducer-partner/introducer-partner.tsx';
import { canOpenPage, staffPaths } from '../parts/parts.ts';
import { ResetPinButton } from '../person/person.tsx';
import { ChangeStatusButton, StatusTab } from '../status-change/status-change.ts';
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
import { ReferralsTab } from './ReferralsTab.tsx';

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
  cards: ['customers', 'view'],
  orders: ['customers', 'view'],
  referrals: ['referrals', 'view'],
  partner: ['introducer_partners', 'view'],
  restrictions: ['account_status', 'view'],
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
    cards: <CardsTab id={id} />,
    orders: <OrdersTab id={id} />,
    referrals: <ReferralsTab id={id} />,
    partner: <PartnerTab id={id} />,
    restrictions: <StatusTab id={id} />,
    messages: <LinesTab id={id} tab="messages" />,
    notes: <NotesTab id={id} />,
    audit: <LinesTab id={id} tab="audit" />,
  };
  const counts: Partial<Record<Tab, number>> = { ...waiting, restrictions: waiting.status };
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
  const { permissions } = useStaffSession();
  const { uid, name, otherName, memberCode, type, business, createdAt, lastSeenAt } = header;
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-4">
        <Avatar name={name} size={48} />
        <div className="grid min-w-0 flex-1 basis-48 gap-1">
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
        <span className="flex flex-wrap gap-3 max-sm:w-full max-sm:*:grow">
          <ResetPinButton customerId={header.uid} />
          <ChangeStatusButton header={header} />
          {canOpenPage(permissions, '/manage/ghostconnect/{id}') && (
            <Link to={staffPaths.connect(uid)} className={buttonClass()}>
              <Eye size={18} />
              {t('connect')}
            </Link>
          )}
        </span>
      </div>
    </Card>
  );
}
