import type { PayeeView } from '@larkmere/contract/payees/payee';
import { defaultPayeeType, payeeTypeTitles } from '@larkmere/contract/payees/payee-type';
import type { Currency } from '@larkmere/money/money';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { canInitiate } from '../../platform/navigation/guards.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { useSession } from '../../platform/session/session.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { PayeeRow } from './PayeeRow.tsx';
import { payeesQuery } from './payee.api.ts';
import { searchPayees } from './payee.tsx';
import { usePayeePaths } from './payee-paths.ts';
import { type SortOrder, sortOrders, sortPayees } from './payee-search.ts';

export function PayeeListPage() {
  const t = useTranslations('payeePage.list');
  useSetPageTitle(useTranslations('payee')('title'));
  const payees = useQuery(payeesQuery);
  return (
    <div className="mx-auto grid w-full max-w-[820px] gap-5">
      {payees.data && payees.data.length > 0 && <PayeeList payees={payees.data} />}
      {payees.data?.length === 0 && (
        <Card>
          <EmptyState title={t('none')} action={<AddLink currency="GBP" />}>
            {t('noneText')}
          </EmptyState>
        </Card>
      )}
      {payees.isPending && <Skeleton shape="row" count={5} />}
      {payees.error && !payees.data && (
        <Card>
          <ErrorState title={t('failed')} text={failureText(payees.error)} onRetry={() => void payees.refetch()} />
        </Card>
      )}
    </div>
  );
}

function AddLink({ currency }: { currency: Currency }) {
  const t = useTranslations('payeePage.list');
  const { add } = usePayeePaths();
  if (!canInitiate(useSession().user, 'payee')) return null;
  return (
    <Link {...linkTo(add(currency, defaultPayeeType(currency)))} className={buttonClass()}>
      <UserPlus size={18} />
      {t('add')}
    </Link>
  );
}

type ListSearch = { search?: string; currency?: string; type?: string; sort?: string };

function PayeeList({ payees }: { payees: PayeeView[] }) {
  const t = useTranslations('payeePage.list');
  const navigate = useNavigate();
  const { search = '', currency, type = '', sort = '' }: ListSearch = useSearch({ strict: false });
  const show = (change: ListSearch) =>
    void navigate({ to: '.', search: { search, currency, type, sort, ...change }, replace: true });
  const currencies = [...new Set(payees.map((payee) => payee.currency))].toSorted();
  const chosen = currencies.find((code) => code === currency) ?? (currencies.length > 1 ? 'all' : currencies[0]);
  const usual =
    currencies.find((code) => code === chosen) ?? currencies.find((code) => code === 'GBP') ?? currencies[0];
  const isIn = (code: string | undefined) => (payee: PayeeView) => code === 'all' || payee.currency === code;
  const types = [...new Set(payees.filter(isIn(chosen)).map((payee) => payee.type))];
  const choice = types.length > 1 ? types.find((each) => each === type) : undefined;
  const order = sortOrders.find((each) => each === sort) ?? 'name';
  const found = sortPayees(searchPayees(payees, search), order).filter((payee) => !choice || payee.type === choice);
  const rowsIn = (code: string | undefined) => <PayeeRows payees={found.filter(isIn(code))} search={search} />;
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
        <AddLink currency={usual ?? 'GBP'} />
      </div>
      <p role="status" className="sr-only">
        {t('count', { count: found.filter(isIn(chosen)).length })}
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        {types.length > 1 && (
          <SelectField
            label={t('type')}
            value={choice ?? ''}
            options={[
              { value: '', label: t('allTypes') },
              ...types.map((value) => ({ value, label: payeeTypeTitles[value] })),
            ]}
            onChange={(event) => show({ type: event.target.value })}
          />
        )}
        <SelectField
          label={t('sort')}
          value={order}
          options={sortOrders.map((value: SortOrder) => ({ value, label: t(`orders.${value}`) }))}
          onChange={(event) => show({ sort: event.target.value })}
        />
      </div>
      {currencies.length > 1 ? (
        <Tabs
          value={chosen ?? 'all'}
          onChange={(code) => show({ currency: code === 'all' ? '' : code, type: '' })}
          tabs={['all', ...currencies].map((code) => ({
            value: code,
            label: code === 'all' ? t('all') : code,
            panel: rowsIn(code),
          }))}
        />
      ) : (
        rowsIn(chosen)
      )}
    </>
  );
}

function PayeeRows({ payees, search }: { payees: PayeeView[]; search: string }) {
  const t = useTranslations('payeePage.list');
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
