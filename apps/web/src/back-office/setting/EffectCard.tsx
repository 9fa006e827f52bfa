import type { SettingEffect } from '@larkmere/contract/back-office/setting';
import { TrendingDown, TrendingUp, Users } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { moneyParts } from '../../ui/money.ts';
import { Table } from '../../ui/Table.tsx';

type Example = SettingEffect['examples'][number];
type Amount = Example['before'];

const show = (value: Amount, sign: 'auto' | 'always' = 'auto'): string => {
  if (!value) return '–';
  const parts = moneyParts(value, sign);
  return `${parts.sign}${parts.whole}${parts.cents}`;
};

/** What customers pay before and after, and how many would pay more. */
export function EffectTable({ effect: { examples, payMore, payLess, customers } }: { effect: SettingEffect }) {
  const t = useTranslations('manageSetting.effect');
  const products = useTranslations('manageSetting.rise.product');
  const nameOf = (what: string): string =>
    what
      .split(' ')
      .map((part) => (products.has(part as 'swift') ? products(part as 'swift') : part))
      .join(' ');
  const groups = [...Map.groupBy(examples, ({ what }) => what)];
  return (
    <div className="grid gap-3">
      {groups.map(([what, all]) => (
        <Table
          key={what}
          isCaptionShown
          caption={nameOf(what)}
          columns={[
            { key: 'amount', title: t('amount'), isRowTitle: true, cell: ({ amount }) => amount, className: 'figures' },
            { key: 'wallet', title: t('wallet'), isNumber: true, cell: (row) => <Price example={row.wallet} /> },
            { key: 'plus', title: t('plus'), isNumber: true, cell: (row) => <Price example={row.plus} /> },
          ]}
          rows={linesOf(all)}
          keyOf={({ amount }) => amount}
        />
      ))}
      <ul className="grid gap-1.5 text-small">
        {(['wallet', 'plus'] as const).flatMap((tier) => [
          payMore[tier] > 0 && (
            <li key={`${tier} more`} className="flex gap-2 font-semibold text-warning">
              <TrendingUp size={16} className="mt-0.5 shrink-0" />
              {t('more', { count: payMore[tier], tier: t(tier) })}
            </li>
          ),
          payLess[tier] > 0 && (
            <li key={`${tier} less`} className="flex gap-2 text-success">
              <TrendingDown size={16} className="mt-0.5 shrink-0" />
              {t('less', { count: payLess[tier], tier: t(tier) })}
            </li>
          ),
        ])}
        {examples.length === 0 && (
          <li className="flex gap-2">
            <Users size={16} className="mt-0.5 shrink-0" />
            {t('touched', { wallet: String(customers.wallet), plus: String(customers.plus) })}
          </li>
        )}
      </ul>
    </div>
  );
}

function linesOf(examples: readonly Example[]) {
  return [
    ...Map.groupBy(examples, ({ amount: { amount, currency } }) => `${show({ amount, currency })} ${currency}`),
  ].map(([amount, line]) => ({
    amount,
    wallet: line.find(({ tier }) => tier === 'wallet'),
    plus: line.find(({ tier }) => tier === 'plus'),
  }));
}

function Price({ example }: { example: Example | undefined }) {
  const t = useTranslations('manageSetting.effect');
  if (!example) return '–';
  const { before, after, difference } = example;
  const size = Number(difference?.amount ?? 0);
  if (size === 0) return <span className="text-text-muted">{show(after)}</span>;
  return (
    <>
      <s className="text-caption text-text-muted">{show(before)}</s>{' '}
      <strong className="font-semibold">{show(after)}</strong>
      <span className={`block text-caption ${size > 0 ? 'text-warning' : 'text-success'}`}>
        <span className="sr-only">{t('difference')} </span>
        {show(difference, 'always')}
      </span>
    </>
  );
}
