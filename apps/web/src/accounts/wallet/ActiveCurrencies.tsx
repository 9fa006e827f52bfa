import type { activeCurrencies } from '@larkmere/contract/accounts/wallet';
import type { Reply } from '@larkmere/contract/platform/endpoint';
import { toDisplayedRate } from '@larkmere/money/displayed-rate';
import type { Currency } from '@larkmere/money/money';
import { readRate } from '@larkmere/money/rate';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useSession } from '../../platform/session/session.ts';
import { CurrencyFlag } from '../../ui/CurrencyFlag.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { activeCurrenciesQuery } from './wallet.api.ts';

type ActiveCurrency = Reply<typeof activeCurrencies>[number];

const baseCurrency: Currency = 'GBP';
const scrollable = { tabIndex: 0 };

export function ActiveCurrencies() {
  const t = useTranslations('wallet.currencies');
  const { data, isPending, refetch } = useQuery(activeCurrenciesQuery);
  const withPlus = useSession().feature.upgrade;
  if (isPending) return <Skeleton shape="strip" count={3} className="flex gap-2 overflow-hidden" />;
  if (!data)
    return (
      <p className="flex min-h-15 flex-wrap items-center gap-x-1 text-small text-text-muted">
        {t('failed')}
        <LinkButton onClick={() => void refetch()}>{t('retry')}</LinkButton>
      </p>
    );
  const others = data.filter(({ code }) => code !== baseCurrency);
  return (
    <ul
      {...scrollable}
      className="-mx-4 flex gap-2 overflow-x-auto rounded-control px-4 -outline-offset-3 [scrollbar-width:none] lg:-mx-8 lg:px-8"
    >
      <li className="flex h-15 shrink-0 items-center gap-2 pr-1 font-semibold">
        <CurrencyFlag code={baseCurrency} size={24} />
        <span className="figures whitespace-nowrap">{t('base', { code: baseCurrency })}</span>
      </li>
      {others.map((currency) => (
        <Item key={currency.code} currency={currency} withPlus={withPlus} />
      ))}
    </ul>
  );
}

function Item({ currency, withPlus }: { currency: ActiveCurrency; withPlus: boolean }) {
  const t = useTranslations('wallet.currencies');
  const { code, walletRate, plusRate } = currency;
  return (
    <li className="flex h-15 shrink-0 items-center gap-2.5 rounded-card border border-line bg-surface px-3">
      <CurrencyFlag code={code} size={24} />
      <dl className="figures grid grid-cols-[auto_auto] items-baseline gap-x-2 text-small leading-5 whitespace-nowrap">
        <dt className="text-caption text-text-muted">{t('rate')}</dt>
        <dd className="text-right font-semibold">{rateTextOf(code, walletRate) ?? t('none', { code })}</dd>
        {withPlus && (
          <>
            <dt className="text-caption text-text-muted">{t('plusRate')}</dt>
            <dd className="text-right font-semibold text-accent-text">
              {rateTextOf(code, plusRate) ?? t('none', { code })}
            </dd>
          </>
        )}
      </dl>
    </li>
  );
}

function rateTextOf(code: Currency, rate: string | null): string | undefined {
  const read = rate === null ? undefined : readRate(baseCurrency, code, rate);
  if (!read) return undefined;
  const { rate: figure, market } = toDisplayedRate(read);
  return `${figure} ${code}${market ? ` (1 ${market.base} = ${market.rate} ${market.quote})` : ''}`;
}
