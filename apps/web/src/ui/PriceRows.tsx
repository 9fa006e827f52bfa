import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { MoneyAmount } from './MoneyAmount.tsx';
import type { Money } from './money.ts';
import { StatusPill } from './StatusPill.tsx';

type Props = {
  amount: Money;
  fee: Money;
  feeLines?: readonly FeeLine[];
  feeNote?: string | undefined;
  total: Money;
  receive: Money;
  cost: Money;
  arrival: string;
  updating?: boolean;
};

export function PriceRows({
  amount,
  fee,
  feeLines = [],
  feeNote,
  total,
  receive,
  cost,
  arrival,
  updating = false,
}: Props) {
  const t = useTranslations('ui');
  return (
    <div aria-busy={updating}>
      <dl className={`grid gap-2 transition-opacity ${updating ? 'opacity-60' : ''}`}>
        <PriceRow label={t('price.amount')} value={<MoneyAmount value={amount} />} />
        <PriceRow
          label={t('price.fee')}
          note={feeNote && <StatusPill kind="accent">{feeNote}</StatusPill>}
          value={<MoneyAmount value={fee} />}
        />
        <FeeLines lines={feeLines} />
        <PriceRow label={t('price.total')} value={<MoneyAmount value={total} />} strong />
        <div className="my-1 border-t border-line" />
        <PriceRow label={t('price.receive')} value={<MoneyAmount value={receive} />} strong />
        <PriceRow label={t('price.arrives')} value={arrival} />
        <div className="my-1 border-t border-line" />
        <PriceRow label={t('price.totalCost')} value={<MoneyAmount value={cost} />} strong />
      </dl>
      <p role="status" className="text-small text-text-muted">
        {updating && t('updating')}
      </p>
    </div>
  );
}

/** A part of a fee that a campaign adds or takes off. */
export type FeeLine = { label: string; amount: Money };

export const FeeLines = ({ lines }: { lines: readonly FeeLine[] }) => {
  const t = useTranslations('ui');
  return lines.map(({ label, amount }) => (
    <PriceRow key={label} label={t('price.ofFee', { label })} value={<MoneyAmount value={amount} />} />
  ));
};

export type PriceRowProps = { label: string; note?: ReactNode; value: ReactNode; strong?: boolean };

export const PriceRow = ({ label, note, value, strong = false }: PriceRowProps) => (
  <div className={`flex flex-wrap items-center justify-between gap-x-3 ${strong ? 'font-bold' : ''}`}>
    <dt className={`flex flex-wrap items-center gap-2 ${strong ? '' : 'text-text-muted'}`}>
      {label}
      {note}
    </dt>
    <dd className="ml-auto text-right">{value}</dd>
  </div>
);
