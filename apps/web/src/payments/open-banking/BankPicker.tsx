import type { OpenBankingBankView } from '@larkmere/contract/payments/open-banking';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';

type Props = {
  id: string;
  banks: readonly OpenBankingBankView[];
  value: string;
  onChange: (id: string) => void;
  error: string | undefined;
};

export function BankPicker({ id, banks, value, onChange, error }: Props) {
  const t = useTranslations('instantPayment.bank');
  const [search, setSearch] = useState('');
  const found = banks.filter(({ name, group }) =>
    `${name} ${group}`.toLowerCase().includes(search.trim().toLowerCase()),
  );
  const [used, others] = [
    found.filter((bank) => bank.lastUsedAt !== null),
    found.filter((bank) => bank.lastUsedAt === null),
  ];
  const row = (bank: OpenBankingBankView) => (
    <li key={bank.id}>
      <Choice bank={bank} name={id} isChosen={bank.id === value} onChoose={() => onChange(bank.id)} />
    </li>
  );
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      aria-describedby={error && `${id}-error`}
      className="grid min-w-0 gap-3 outline-none"
    >
      <legend className="mb-2 font-semibold">{t('legend')}</legend>
      <SearchInput label={t('search')} placeholder={t('search')} value={search} onChange={setSearch} />
      <p role="status" className={search === '' ? 'sr-only' : 'text-small text-text-muted'}>
        {search !== '' && t('found', { count: found.length })}
      </p>
      {error && (
        <p id={`${id}-error`} className="flex gap-1.5 text-small font-medium text-danger">
          <CircleAlert size={16} className="mt-0.5 shrink-0" />
          {error}
        </p>
      )}
      {used.length > 0 && <p className="text-small font-semibold text-text-muted">{t('used')}</p>}
      <ul className="grid gap-2 empty:hidden sm:grid-cols-2">{used.map(row)}</ul>
      {used.length > 0 && others.length > 0 && <p className="text-small font-semibold text-text-muted">{t('all')}</p>}
      <ul className="grid gap-2 empty:hidden sm:grid-cols-2">{others.map(row)}</ul>
    </fieldset>
  );
}

type ChoiceProps = { bank: OpenBankingBankView; name: string; isChosen: boolean; onChoose: () => void };

function Choice({ bank, name, isChosen, onChoose }: ChoiceProps) {
  const t = useTranslations('instantPayment.bank');
  const isOff = bank.status === 'disabled';
  return (
    <label
      className={`flex h-full min-h-16 items-center gap-3 rounded-control border px-3.5 py-2.5 has-checked:border-brand has-checked:bg-brand-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus ${isOff ? 'border-line bg-sunken' : 'cursor-pointer border-line-strong hover:bg-sunken'}`}
    >
      <input
        type="radio"
        name={name}
        value={bank.id}
        checked={isChosen}
        disabled={isOff}
        onChange={onChoose}
        className="size-5 shrink-0 accent-brand"
      />
      <img
        src={bank.logo}
        alt=""
        width={36}
        height={36}
        className={`shrink-0 ${isOff ? 'opacity-50 grayscale' : ''}`}
      />
      <span className="grid min-w-0 flex-1 justify-items-start gap-0.5">
        <span className={`font-semibold ${isOff ? 'text-text-muted' : ''}`}>{bank.name}</span>
        {isOff && <StatusPill kind="neutral">{t('off')}</StatusPill>}
        {bank.status === 'degraded' && <StatusPill kind="warning">{t('slow')}</StatusPill>}
        {bank.message && <span className="text-caption text-text-muted">{bank.message}</span>}
      </span>
    </label>
  );
}
