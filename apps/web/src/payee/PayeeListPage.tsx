import type { PayeeView } from '@larkmere/contract/payee';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { failureText } from '../kernel/errors.ts';
import { usePage } from '../kernel/page.ts';
import { paths } from '../kernel/paths.ts';
import { buttonClass } from '../ui/button-class.ts';
import { Card } from '../ui/Card.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { SearchInput } from '../ui/SearchInput.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { PayeeRow } from './PayeeRow.tsx';
import { payeesQuery } from './payee.api.ts';
import { searchPayees } from './payee.tsx';

/** Everybody the customer has added; those that cannot be paid stand here too, with the reason. */
export function PayeeListPage() {
  const t = useTranslations('payee');
  usePage(t('title'));
  const payees = useQuery(payeesQuery);
  return (
    <div className="mx-auto grid w-full max-w-[720px] gap-5">
      {payees.data && payees.data.length > 0 && <Found payees={payees.data} />}
      {payees.data?.length === 0 && (
        <Card>
          <EmptyState title={t('list.none')} action={<AddLink />}>
            {t('list.noneText')}
          </EmptyState>
        </Card>
      )}
      {payees.isPending && <Skeleton shape="row" count={5} />}
      {payees.error && !payees.data && (
        <Card>
          <ErrorState title={t('list.failed')} text={failureText(payees.error)} onRetry={() => void payees.refetch()} />
        </Card>
      )}
    </div>
  );
}

function AddLink() {
  const t = useTranslations('payee.list');
  return (
    <Link to={paths.payeeAdd('gbp')} className={buttonClass()}>
      <UserPlus size={18} />
      {t('add')}
    </Link>
  );
}

/** The address holds the search and the currency, so that Back restores the list. */
function Found({ payees }: { payees: PayeeView[] }) {
  const t = useTranslations('payee.list');
  const navigate = useNavigate();
  const { search = '', currency }: { search?: string; currency?: string } = useSearch({ strict: false });
  const show = (change: { search?: string; currency?: string }) =>
    void navigate({ to: '.', search: { search, currency, ...change }, replace: true });
  const found = searchPayees(payees, search);
  const byCurrency = Map.groupBy(payees, (payee) => payee.currency);
  const first = payees[0]?.currency ?? '';
  const chosen = byCurrency.has(currency as PayeeView['currency']) ? (currency ?? first) : first;
  const rowsIn = (code: string) => <Rows payees={found.filter((payee) => payee.currency === code)} search={search} />;
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <div className="min-w-52 flex-1">
          <SearchInput
            label={t('search')}
            placeholder={t('search')}
            value={search}
            onChange={(text) => show({ search: text })}
          />
        </div>
        <AddLink />
      </div>
      <p role="status" className="sr-only">
        {t('count', { count: found.length })}
      </p>
      {byCurrency.size > 1 ? (
        <Tabs
          value={chosen}
          onChange={(code) => show({ currency: code })}
          tabs={[...byCurrency.keys()].map((code) => ({ value: code, label: code, panel: rowsIn(code) }))}
        />
      ) : (
        rowsIn(first)
      )}
    </>
  );
}

function Rows({ payees, search }: { payees: PayeeView[]; search: string }) {
  const t = useTranslations('payee.list');
  if (payees.length === 0) {
    return (
      <Card>
        <EmptyState title={t('nothingFound', { search })} />
      </Card>
    );
  }
  return (
    <Card flush>
      <ul className="divide-y divide-line">
        {payees.map((payee) => (
          <li key={payee.uid}>
            <PayeeRow payee={payee} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
