import type { PayeeView } from '@larkmere/contract/payees/payee';
import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import {
  AccountReadings,
  type PayeeDraft,
  searchPayees,
  sortPayees,
  useIsPayable,
  usePayees,
} from '../../payees/payee/payee.tsx';
import { failureText } from '../../platform/failures.ts';
import { canInitiate } from '../../platform/navigation/guards.ts';
import { useSession } from '../../platform/session/session.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { mentionsAccount } from './mentions-account.ts';
import { PayeeOption, RecentPayee } from './PayeeOption.tsx';
import { FreeTransfersNote, PaymentAlternatives } from './PaymentAlternatives.tsx';
import { isOfChoice, type SendChoice } from './send-choice.ts';
import { UnsentDrafts } from './UnsentDrafts.tsx';

const maxRecentPayees = 6;
/** Sort codes are the shortest numbers of banks, and names hold fewer digits. A BIC may come without a number. */
const isAccountOrMember = (text: string): boolean =>
  text.replace(/\P{Nd}/gu, '').length >= 6 || /@|\blm[- ]?\d{4}|\b(?:bic|swift)\b.*\w{8}/i.test(text);

const lastPaid = (payees: readonly PayeeView[]): PayeeView[] =>
  payees
    .filter(({ lastPaidAt }) => lastPaidAt !== null)
    .toSorted((a, b) => (b.lastPaidAt ?? '').localeCompare(a.lastPaidAt ?? ''))
    .slice(0, maxRecentPayees);

type Props = {
  choice: SendChoice | undefined;
  onChoose: (payee: PayeeView) => void;
  /** Somebody new, with what was read from pasted details. */
  onNew: (details: PayeeDraft | undefined) => void;
  onMember: (identifier: string) => void;
  aside: ReactNode;
};

export function WhomStep({ choice, onChoose, onNew, onMember, aside }: Props) {
  const t = useTranslations('paymentForm.whom');
  const payees = usePayees();
  const isPayable = useIsPayable();
  const mayAdd = canInitiate(useSession().user, 'payee');
  const [text, setText] = useState('');
  const step = useRef<HTMLDivElement>(null);
  const offered = (payees.data ?? []).filter((payee) => isOfChoice(payee, choice));
  const known = offered.filter(({ details }) => mentionsAccount(text, details));
  const found = sortPayees(known.length > 0 ? known : searchPayees(offered, text), 'name');
  const recent = lastPaid(offered.filter(isPayable));
  const isReading = isAccountOrMember(text) && known.length === 0;
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.target instanceof Node) || !step.current?.contains(event.target)) return;
    if (event.key === 'Escape' && text) setText('');
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') moveFocus(event, step.current);
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement && event.target.type === 'search') {
      const [only, ...others] = found.filter(isPayable);
      if (text && only && others.length === 0) onChoose(only);
    }
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return (
    <div ref={step} className="grid items-start gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
      <div className="grid gap-5">
        <Card className="grid gap-4">
          <h2 className="text-h2 font-bold">{t('heading')}</h2>
          <div className="grid gap-1.5">
            <SearchInput label={t('heading')} value={text} onChange={setText} takesFocus />
            <p className="text-small text-text-muted">{t('hint')}</p>
          </div>
          {isReading && (
            <Suspense>
              <AccountReadings text={text} mayAdd={mayAdd} onChoose={onNew} onMember={onMember} />
            </Suspense>
          )}
          {text === '' && <UnsentDrafts payees={offered.filter(isPayable)} onChoose={onChoose} />}
          {recent.length > 0 && (text === '' || isReading) && (
            <Recent payees={recent} label={t(isReading ? 'orRecent' : 'recent')} onChoose={onChoose} />
          )}
        </Card>
        {payees.isPending && <Skeleton shape="row" count={4} />}
        {payees.error && !payees.data && (
          <Card>
            <ErrorState title={t('failed')} text={failureText(payees.error)} onRetry={() => void payees.refetch()} />
          </Card>
        )}
        {payees.data && !(isReading && found.length === 0) && (
          <AllPayees payees={found} isPayable={isPayable} text={text} onChoose={onChoose} />
        )}
      </div>
      <div className="grid gap-5">
        {aside}
        <PaymentAlternatives onNew={mayAdd ? () => onNew(undefined) : undefined} />
        <FreeTransfersNote />
      </div>
    </div>
  );
}

function moveFocus(event: KeyboardEvent, step: HTMLElement | null): void {
  const stops = [...(step?.querySelectorAll<HTMLElement>('input[type=search], [data-option]') ?? [])];
  const now = stops.indexOf(document.activeElement as HTMLElement);
  const next = now < 0 ? undefined : stops[now + (event.key === 'ArrowDown' ? 1 : -1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

type RecentProps = { payees: readonly PayeeView[]; label: string; onChoose: Props['onChoose'] };

const Recent = ({ payees, label, onChoose }: RecentProps) => (
  <div className="grid gap-3 border-t border-line pt-4">
    <h3 className="font-semibold">{label}</h3>
    <ul className="grid grid-cols-4 gap-2 sm:grid-cols-6">
      {payees.map((payee, place) => (
        <li key={payee.uid} className={place >= 4 ? 'hidden sm:block' : ''}>
          <RecentPayee payee={payee} onChoose={onChoose} />
        </li>
      ))}
    </ul>
  </div>
);

type ListProps = {
  payees: readonly PayeeView[];
  isPayable: (payee: PayeeView) => boolean;
  text: string;
  onChoose: Props['onChoose'];
};

function AllPayees({ payees, isPayable, text, onChoose }: ListProps) {
  const t = useTranslations('paymentForm.whom');
  const [currency, setCurrency] = useState('all');
  const currencies = [...new Set(payees.map((payee) => payee.currency))].toSorted();
  const chosen = currencies.find((code) => code === currency) ?? 'all';
  const shown = payees.filter((payee) => chosen === 'all' || payee.currency === chosen);
  return (
    <Card flush>
      <div className="flex flex-wrap items-center justify-between gap-3 px-5 py-4">
        <h2 className="text-h2 font-bold">{t('all')}</h2>
        {currencies.length > 1 && <CurrencyFilter currencies={currencies} value={chosen} onChange={setCurrency} />}
      </div>
      <p role="status" className="sr-only">
        {text && t('count', { count: shown.length })}
      </p>
      {shown.length === 0 && (
        <EmptyState title={text ? t('nothingFound', { text }) : t('none')}>{!text && t('noneText')}</EmptyState>
      )}
      <ul className="divide-y divide-line border-t border-line empty:hidden">
        {shown.map((payee) => (
          <li key={payee.uid}>
            <PayeeOption payee={payee} isPayable={isPayable(payee)} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** As many as fit beside each other on a phone. */
const maxSegments = 4;

type FilterProps = { currencies: readonly string[]; value: string; onChange: (currency: string) => void };

function CurrencyFilter({ currencies, value, onChange }: FilterProps) {
  const t = useTranslations('paymentForm.whom');
  const options = ['all', ...currencies].map((code) => ({ value: code, label: code === 'all' ? t('any') : code }));
  if (currencies.length <= maxSegments)
    return <Segmented label={t('currency')} value={value} onChange={onChange} options={options} />;
  return (
    <SelectField
      label={t('currency')}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      options={options}
    />
  );
}
