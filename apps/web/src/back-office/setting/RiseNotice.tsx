import type { NoticeOfRise } from '@larkmere/contract/back-office/setting';
import type { SettingName } from '@larkmere/contract/back-office/setting-sheets';
import type { PriceRise } from '@larkmere/contract/customers/price-notice';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { Button } from '../../ui/Button.tsx';
import { moneyText } from '../../ui/money.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { type Preview, payMoreQuery } from './setting.api.ts';

const size = 10;

type Props = { setting: SettingName; version: number; preview: Preview; notice: NoticeOfRise };

/** Which fees rise, from when they may, and who pays more. Names are fetched, and recorded, only when they are asked for. */
export function RiseNotice({ setting, version, preview, notice: { rises, customers, earliest } }: Props) {
  const t = useTranslations('manageSetting.rise');
  const { at } = useDateTimeTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="grid gap-3 text-small">
      <p>{t('rule', { count: customers, when: at(earliest) })}</p>
      <ul className="divide-y divide-line">
        {rises.slice(0, 6).map((rise) => (
          <li key={JSON.stringify(rise)} className="flex flex-wrap justify-between gap-x-4 py-1.5">
            <RiseName rise={rise} />
            <RiseFigures rise={rise} />
          </li>
        ))}
        {rises.length > 6 && <li className="py-1.5 text-text-muted">{t('others', { count: rises.length - 6 })}</li>}
      </ul>
      {isOpen ? (
        <PayMoreList setting={setting} version={version} preview={preview} />
      ) : (
        <Button kind="secondary" onClick={() => setOpen(true)}>
          {t('show')}
        </Button>
      )}
    </div>
  );
}

function RiseName({ rise: { product, currency, buy, label, tier } }: { rise: PriceRise }) {
  const t = useTranslations('manageSetting');
  const money = [currency, buy].filter(Boolean).join('/');
  return (
    <span className="font-semibold">
      {[t(`rise.product.${product}`), money, label, t(`effect.${tier}`)].filter(Boolean).join(' · ')}
    </span>
  );
}

function RiseFigures({ rise: { unit, before, after, currency } }: { rise: PriceRise }) {
  const show = (value: string) =>
    unit === 'fixed' ? moneyText({ amount: value, currency: currency ?? '' }) : `${value}%`;
  return (
    <span className="figures whitespace-nowrap">
      <s className="text-text-muted">{show(before)}</s> <strong className="font-semibold">{show(after)}</strong>
    </span>
  );
}

function PayMoreList({ setting, version, preview }: Omit<Props, 'notice'>) {
  const t = useTranslations('manageSetting.rise');
  const tier = useTranslations('manageSetting.effect');
  const [page, setPage] = useState(1);
  const { data, error } = useQuery({
    ...payMoreQuery(setting, version, { ...preview, page, size }),
    placeholderData: keepPreviousData,
  });
  if (error) return <p className="font-medium text-danger">{failureText(error)}</p>;
  if (!data) return <Skeleton shape="row" count={3} />;
  const last = Math.max(1, Math.ceil(data.total / size));
  return (
    <div className="grid gap-2">
      <ul aria-label={t('list')} className="divide-y divide-line">
        {data.list.map(({ customerId, name, memberCode, tier: of, rise }) => (
          <li key={customerId} className="flex flex-wrap justify-between gap-x-4 gap-y-0.5 py-1.5">
            <span className="min-w-0">
              <span className="block font-semibold wrap-anywhere">{name}</span>
              <span className="block text-caption text-text-muted">
                {memberCode} · {tier(of)}
              </span>
            </span>
            <span className="figures text-right">
              <span className="block text-caption text-text-muted">
                {rise.example.amount
                  ? t('exampleOf', { amount: moneyText(rise.example.amount) })
                  : t(`product.${rise.product}`)}
              </span>
              <span className="text-warning">{moneyText(rise.example.difference, 'always')}</span>
            </span>
          </li>
        ))}
      </ul>
      <div className="flex items-center justify-between gap-3">
        <Button kind="secondary" disabled={page === 1} onClick={() => setPage(page - 1)}>
          {t('previous')}
        </Button>
        <span aria-live="polite" className="text-caption text-text-muted">
          {t('page', { page: String(page), last: String(last) })}
        </span>
        <Button kind="secondary" disabled={page >= last} onClick={() => setPage(page + 1)}>
          {t('next')}
        </Button>
      </div>
    </div>
  );
}
