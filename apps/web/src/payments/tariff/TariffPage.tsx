import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { brand } from '../../platform/brand.ts';
import { failureText } from '../../platform/failures.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { DocumentContents } from '../../ui/DocumentContents.tsx';
import { formatDate } from '../../ui/date-text.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { moneyText } from '../../ui/money.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { ComingPrices } from './ComingPrices.tsx';
import { TariffTable } from './TariffTable.tsx';
import { type Tariff, tariffQuery } from './tariff.api.ts';

export function TariffPage() {
  const t = useTranslations('tariff');
  useSetPageTitle(t('title'));
  const { data, error, refetch } = useQuery(tariffQuery);
  if (error && !data)
    return (
      <Card>
        <ErrorState title={t('failed')} text={failureText(error)} onRetry={() => void refetch()} />
      </Card>
    );
  return data ? <TariffDocument tariff={data} /> : <Skeleton shape="card" count={3} />;
}

const isOfSection = { swift: ['swift'], abroad: ['local'] };
const shownApart = Object.values(isOfSection).flat();

function TariffDocument({ tariff }: { tariff: Tariff }) {
  const t = useTranslations('tariff');
  const paymentsBy = (rails: readonly string[]) => tariff.payments.filter(({ rail }) => rails.includes(rail));
  const sections = [
    { id: 'payments', title: t('payments'), content: <PaymentPrices tariff={tariff} /> },
    { id: 'swift', title: t('swift'), content: <SwiftPrices prices={paymentsBy(isOfSection.swift)} /> },
    { id: 'abroad', title: t('abroad'), content: <LocalPrices prices={paymentsBy(isOfSection.abroad)} /> },
    { id: 'exchange', title: t('exchange'), content: <ExchangePrices tariff={tariff} /> },
    { id: 'free', title: t('free'), content: <p className="max-w-[68ch]">{t('freeText')}</p> },
  ];
  return (
    <div className="mx-auto grid w-full max-w-[1000px] items-start gap-5 lg:grid-cols-[240px_minmax(0,1fr)] print:block">
      <DocumentContents title={t('contents')} entries={sections} />
      <Card className="min-w-0 lg:p-8 print:border-0 print:p-0">
        <TariffHeading tariff={tariff} />
        <ComingPrices coming={tariff.coming} />
        <div className="grid gap-8">
          {sections.map(({ id, title, content }) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`} className="min-w-0 scroll-mt-20">
              <h2 id={`${id}-title`} className="mb-2 text-h2 font-bold">
                {title}
              </h2>
              {content}
            </section>
          ))}
        </div>
      </Card>
    </div>
  );
}

function TariffHeading({ tariff: { tier, effectiveOn } }: { tariff: Tariff }) {
  const t = useTranslations('tariff');
  const locale = useLocale();
  return (
    <>
      <p className="mb-3 hidden items-center gap-2 text-h2 font-bold print:flex">
        <Logo />
        {brand.name} · {t('title')}
      </p>
      <div className="mb-6 grid gap-4 border-b border-line pb-5">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <StatusPill kind="accent">{t(`plan.${tier}`)}</StatusPill>
          <span className="flex-1 text-small text-text-muted">
            {t('since', { day: formatDate(new Date(effectiveOn), locale) })}
          </span>
          <Button data-print="no" kind="secondary" icon={<Printer size={18} />} onClick={() => print()}>
            {t('print')}
          </Button>
        </div>
        <p className="max-w-[68ch] text-text-muted">{t('intro')}</p>
      </div>
    </>
  );
}

type Prices = Tariff['payments'];

const Explanation = ({ children }: { children: ReactNode }) => (
  <p className="mb-3 max-w-[68ch] text-text-muted">{children}</p>
);

function PaymentPrices({ tariff }: { tariff: Tariff }) {
  const t = useTranslations('tariff');
  const rows = tariff.payments
    .filter(({ rail }) => !shownApart.includes(rail))
    .map(({ rail, currency, fee }) => [t(`rail.${rail}`), currency, moneyText(fee)]);
  return (
    <>
      <Explanation>{t('paymentsText')}</Explanation>
      <TariffTable caption={t('payments')} columns={[t('scheme'), t('currency'), t('fee')]} rows={rows} />
    </>
  );
}

function SwiftPrices({ prices }: { prices: Prices }) {
  const t = useTranslations('tariff');
  const rows = prices.map(({ fee, expectedCharges, feeOur }) => [
    moneyText(fee),
    expectedCharges ? moneyText(expectedCharges) : t('none'),
    feeOur ? moneyText(feeOur) : t('none'),
  ]);
  const columns = [t('shared'), t('charges'), t('paidByYou')];
  return (
    <>
      <Explanation>{t('swiftText')}</Explanation>
      <TariffTable caption={t('swift')} columns={columns} rows={rows} />
    </>
  );
}

function LocalPrices({ prices }: { prices: Prices }) {
  const t = useTranslations('tariff');
  return (
    <>
      <Explanation>{t('abroadText')}</Explanation>
      <ul className="figures grid grid-cols-2 gap-x-6 sm:grid-cols-3">
        {prices.map(({ currency, fee }) => (
          <li key={currency} className="border-b border-line py-2 text-small">
            {moneyText(fee)}
          </li>
        ))}
      </ul>
    </>
  );
}

const percentText = (basisPoints: number): string => `${(basisPoints / 100).toFixed(2)}%`;

function ExchangePrices({ tariff: { exchanges, outOfHoursMarkupBps } }: { tariff: Tariff }) {
  const t = useTranslations('tariff');
  const rows = exchanges.map(({ sell, buy, marginBps, fee }) => [
    sell,
    buy.join(', '),
    percentText(marginBps),
    /[1-9]/.test(fee.amount) ? moneyText(fee) : t('none'),
  ]);
  return (
    <>
      <Explanation>
        {t('exchangeText')}
        {outOfHoursMarkupBps > 0 && ` ${t('outOfHours', { percent: percentText(outOfHoursMarkupBps) })}`}
      </Explanation>
      <TariffTable caption={t('exchange')} columns={[t('from'), t('to'), t('margin'), t('fee')]} rows={rows} />
    </>
  );
}
