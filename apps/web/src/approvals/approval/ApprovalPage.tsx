import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { useSession } from '../../platform/session/session.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { countQuery, type RequestBox, requestsQuery } from './approval.api.ts';
import { RequestDetail } from './RequestDetail.tsx';
import { RequestRow } from './RequestRow.tsx';
import { Rules } from './Rules.tsx';

type Address = { box?: string; request?: string };
const boxes = ['waiting', 'requested', 'decided'] as const satisfies readonly RequestBox[];

export function ApprovalPage() {
  const t = useTranslations('teamApproval');
  useSetPageTitle(t('title'));
  const { request }: Address = useSearch({ strict: false });
  return (
    <div className="mx-auto grid w-full max-w-[820px] gap-5">
      {request ? <RequestDetail key={request} uid={request} /> : <Inbox />}
    </div>
  );
}

function Inbox() {
  const t = useTranslations('teamApproval');
  const navigate = useNavigate();
  const { box = '' }: Address = useSearch({ strict: false });
  const { data: count } = useQuery(countQuery);
  const { user } = useSession();
  const label = (of: RequestBox) => {
    const open = of === 'decided' ? 0 : (count?.[of] ?? 0);
    return open > 0 ? t('count', { box: t(`boxes.${of}`), count: open }) : t(`boxes.${of}`);
  };
  const tabs = [
    ...boxes.map((value) => ({ value: value as string, label: label(value), panel: <RequestList box={value} /> })),
    ...(user.accessRole.usermanage ? [{ value: 'rules', label: t('boxes.rules'), panel: <Rules /> }] : []),
  ];
  return (
    <Tabs
      tabs={tabs}
      value={tabs.some(({ value }) => value === box) ? box : 'waiting'}
      onChange={(next) => void navigate({ to: '.', search: { box: next }, replace: true })}
    />
  );
}

function RequestList({ box }: { box: RequestBox }) {
  const t = useTranslations('teamApproval');
  const requests = useQuery(requestsQuery(box));
  if (requests.error && !requests.data)
    return (
      <Card>
        <ErrorState title={t('failed')} text={failureText(requests.error)} onRetry={() => void requests.refetch()} />
      </Card>
    );
  if (!requests.data) return <Skeleton shape="row" count={3} />;
  return (
    <Card flush>
      {requests.data.length === 0 && <EmptyState title={t(`none.${box}`)}>{t(`noneText.${box}`)}</EmptyState>}
      <ul className="divide-y divide-line">
        {requests.data.map((request) => (
          <li key={request.uid}>
            <RequestRow request={request} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
