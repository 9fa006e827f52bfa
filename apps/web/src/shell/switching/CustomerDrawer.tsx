import type { OwnCustomerView } from '@larkmere/contract/identity/session';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';
import { switchWith } from '../../platform/session/switching.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { DetailDrawer } from '../../ui/DetailDrawer.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { switcherStore } from './switcher.ts';

const close = () => switcherStore.set(false);

export function CustomerDrawer() {
  const t = useTranslations('switching');
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.ownCustomers,
    queryFn: ({ signal }) => call(endpoints.session.listCustomers, {}, { signal }),
  });
  return (
    <DetailDrawer title={t('title')} onClose={close}>
      {data && <CustomerList customers={data} />}
      {!data && error && <ErrorState title={t('failed')} text={failureText(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton shape="row" count={2} />}
    </DetailDrawer>
  );
}

function CustomerList({ customers }: { customers: readonly OwnCustomerView[] }) {
  const t = useTranslations('switching');
  const { mutateAsync } = useMutation({
    mutationFn: (input: { customerId: string; idempotency: string }) =>
      switchWith(() => call(endpoints.session.switchCustomer, input)),
    meta: { showsOwnError: true },
  });
  const request = useIdempotentRequest(mutateAsync, () => location.assign(paths.home));
  const choose = ({ id, isCurrent }: OwnCustomerView) => {
    if (isCurrent) close();
    else if (!request.sending) void request.send({ customerId: id, idempotency: request.key });
  };
  return (
    <div className="grid gap-4">
      <SubmitNotice submission={request} refusedTitle={t('refused')} retryText={t('once')} />
      <ul className="grid gap-2" aria-busy={request.sending}>
        {customers.map((customer) => (
          <li key={customer.id}>
            <CustomerButton customer={customer} onChoose={() => choose(customer)} />
          </li>
        ))}
      </ul>
      <p className="text-small text-text-muted">{t('tabs')}</p>
    </div>
  );
}

function CustomerButton({ customer, onChoose }: { customer: OwnCustomerView; onChoose: () => void }) {
  const t = useTranslations('switching');
  const role = useTranslations('teamApproval.role');
  const { business, closedBecause, isCurrent, memberCode, name } = customer;
  const roleName = role.has(customer.role as 'owner') ? role(customer.role as 'owner') : customer.role;
  return (
    <button
      type="button"
      onClick={onChoose}
      disabled={closedBecause !== null}
      aria-current={isCurrent}
      className="flex w-full items-center gap-3 rounded-card border border-line p-3 text-left transition-colors enabled:hover:bg-sunken disabled:opacity-75 aria-[current=true]:border-brand aria-[current=true]:bg-brand-soft"
    >
      <Avatar name={name} size={40} />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold wrap-anywhere">{name}</span>
        <span className="figures block text-small text-text-muted">
          {[t(business ? 'business' : 'personal'), roleName, memberCode].join(' · ')}
        </span>
        {closedBecause && <span className="block text-small text-danger">{t(closedBecause)}</span>}
      </span>
      {isCurrent && (
        <span className="flex items-center gap-1.5 text-small font-semibold text-brand-text">
          <Check size={16} />
          {t('current')}
        </span>
      )}
    </button>
  );
}
