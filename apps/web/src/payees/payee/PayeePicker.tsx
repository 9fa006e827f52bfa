import type { PayeeView } from '@larkmere/contract/payees/payee';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { canInitiate } from '../../platform/navigation/guards.ts';
import { ownAddress } from '../../platform/navigation/own-address.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { useSession } from '../../platform/session/session.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { buttonClass, linkClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { PayeeTypeLabel } from './PayeeTypeLabel.tsx';
import { matchesSearch } from './payee-search.ts';

export type PayeePickerProps = {
  payees: UseQueryResult<PayeeView[]>;
  selectedUid: string;
  addPath: string;
  onChoose: (payee: PayeeView) => void;
};

export function PayeePicker({ payees, selectedUid, addPath, onChoose }: PayeePickerProps) {
  const t = useTranslations('payee.picker');
  const mayAdd = canInitiate(useSession().user, 'payee');
  const [search, setSearch] = useState('');
  const add = mayAdd && (
    <Link {...linkTo(ownAddress(addPath))} className={buttonClass('secondary')}>
      <UserPlus size={18} />
      {t('add')}
    </Link>
  );
  const found = (payees.data ?? []).filter((payee) => matchesSearch(payee, search));
  return (
    <>
      {payees.isPending && <Skeleton shape="row" count={4} />}
      {payees.error && !payees.data && (
        <Card>
          <ErrorState title={t('failed')} text={failureText(payees.error)} onRetry={() => void payees.refetch()} />
        </Card>
      )}
      {payees.data?.length === 0 && (
        <Card>
          <EmptyState title={t('none')} action={add}>
            {t('noneText')}
          </EmptyState>
        </Card>
      )}
      {payees.data && payees.data.length > 0 && (
        <>
          <div className="flex flex-wrap gap-3">
            <div className="min-w-52 flex-1">
              <SearchInput label={t('search')} placeholder={t('search')} value={search} onChange={setSearch} />
            </div>
            {add}
          </div>
          <p role="status" className="sr-only">
            {t('count', { count: found.length })}
          </p>
          <Card flush>
            {found.length === 0 && <EmptyState title={t('nothingFound', { search })} />}
            <ul className="divide-y divide-line">
              {found.map((payee) => (
                <li key={payee.uid}>
                  <PayeeOption payee={payee} chosen={payee.uid === selectedUid} onChoose={() => onChoose(payee)} />
                </li>
              ))}
            </ul>
          </Card>
        </>
      )}
      {mayAdd && (
        <p className="text-small text-text-muted">
          <Link to={ownAddress(paths.payee)} className={linkClass}>
            {t('hint')}
          </Link>
        </p>
      )}
    </>
  );
}

type PayeeOptionProps = { payee: PayeeView; chosen: boolean; onChoose: () => void };

const PayeeOption = ({ payee, chosen, onChoose }: PayeeOptionProps) => (
  <button
    type="button"
    aria-current={chosen || undefined}
    onClick={onChoose}
    className="flex w-full items-center gap-4 px-5 py-3.5 text-left -outline-offset-3 transition-colors hover:bg-sunken aria-[current]:bg-brand-soft"
  >
    <Avatar name={payee.name} size={40} />
    <span className="min-w-0 flex-1">
      <span className="block font-semibold wrap-anywhere">{payee.nickname ?? payee.name}</span>
      {payee.nickname && <span className="block text-small text-text-muted wrap-anywhere">{payee.name}</span>}
      <span className="figures block text-small text-text-muted">{payee.summary}</span>
      <PayeeTypeLabel payee={payee} />
    </span>
    <ChevronRight size={18} className="shrink-0 text-text-muted" />
  </button>
);
