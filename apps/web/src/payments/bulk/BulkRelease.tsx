import type { BulkConversionView, BulkFileView } from '@larkmere/contract/payments/bulk';
import { formatAmount } from '@larkmere/money/money';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { PinDialog, preloadPinPad } from '../../identity/pin/pin.tsx';
import { failureText } from '../../platform/failures.ts';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { AccountPicker } from '../../ui/AccountPicker.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { moneyText } from '../../ui/money.ts';
import { Notice } from '../../ui/Notice.tsx';
import { RateText } from '../../ui/RateText.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { SummaryList } from '../../ui/SummaryList.tsx';
import { useDateText } from '../../ui/use-date-text.ts';
import { NewPayeesWarning } from '../initiation/initiation.tsx';
import { useConversions, useReleaseFile } from './bulk.api.ts';
import { nameCheckResults } from './name-check-results.ts';
import {
  amountNow,
  type CurrencyTotal,
  countNow,
  defaultAccount,
  hasShortfall,
  isShortOfExchange,
  type PayingAccount,
  sendKindOf,
} from './release-totals.ts';

/** Lives in the parent, so that the selection survives rows becoming ready. */
export function useReleaseChoices() {
  const [later, setLater] = useState<readonly string[]>([]);
  const [accounts, setAccounts] = useState<Readonly<Record<string, string>>>({});
  return { later, setLater, accounts, setAccounts };
}

type Props = { file: BulkFileView; choices: ReturnType<typeof useReleaseChoices> };

export function BulkRelease({ file, choices: { later, setLater, accounts, setAccounts } }: Props) {
  const t = useTranslations('bulkPayment.total');
  const [asking, setAsking] = useState(false);
  const release = useReleaseFile();
  useEffect(preloadPinPad, []);
  const { uid, digest, counts } = file;
  const { shown, renewRates } = useReleaseTotals(file, accounts, asking);
  const send: typeof release.mutateAsync = async (input) => {
    try {
      return await release.mutateAsync(input);
    } catch (error) {
      // The figures that were confirmed may be void, so new ones are shown.
      renewRates();
      throw error;
    }
  };
  const sending = useIdempotentRequest(send, () => setAsking(false));
  const isLater = ({ total }: ReleaseTotal): boolean => shown.length > 1 && later.includes(total.currency);
  const chosen = shown.filter((each) => each.account && !isLater(each));
  const totals = chosen.map(({ total: { currency, count, amount, maxFee, scheduled }, account, conversion }) => ({
    currency,
    count,
    amount,
    maxFee,
    ...(scheduled && { scheduled }),
    ...(conversion && { exchange: conversion.exchange }),
    sourceBankholderId: account?.sourceBankholderId ?? '',
  }));
  const [first] = totals;
  const read = [...new Set(chosen.flatMap(({ total }) => total.warnings))];
  const count = totals.reduce((all, total) => all + total.count, 0);
  const now = chosen.reduce((all, { total }) => all + countNow(total), 0);
  const kind = sendKindOf(chosen.map(({ total }) => total));
  const sizes = { count, now, later: count - now };
  const isPayable = chosen.every(isPriced) && count > 0 && counts.checking === 0 && !chosen.some(isShort);
  const rest = counts.faulty + counts.doubtful;
  const isBusy = sending.sending || sending.unknown;
  const amounts = chosen
    .map(({ total: { amount, currency }, conversion }) => {
      const sent = moneyText({ amount, currency });
      return conversion ? t('amountFor', { amount: sent, leaves: moneyText(conversion.leaves) }) : sent;
    })
    .join(', ');
  return (
    <Card title={t('title')}>
      <div className="grid gap-4">
        {!asking && <SubmitNotice submission={sending} refusedTitle={t('refused')} retryText={t('once')} />}
        {shown.map((each) => (
          <TotalDetails
            key={each.total.currency}
            releaseTotal={each}
            isOnlyCurrency={shown.length === 1}
            isPostponed={isLater(each)}
            onPostpone={(waits) => {
              const others = later.filter((currency) => currency !== each.total.currency);
              setLater(waits ? [...others, each.total.currency] : others);
            }}
            onAccount={(id) => setAccounts({ ...accounts, [each.total.currency]: id })}
          />
        ))}
        {rest > 0 && <p className="text-small text-text-muted">{t('rest', { count: rest })}</p>}
        {counts.checking === 0 && <NameCheckSummary nameCheckCounts={file.nameCheckCounts} />}
        <NewPayeesWarning codes={read} title={t('warning')} />
        <Button
          busy={isBusy}
          busyLabel={t('sending')}
          aria-disabled={!isPayable || undefined}
          onClick={() => isPayable && setAsking(true)}
        >
          {counts.checking > 0 ? t('wait') : count > 0 ? t(kind, sizes) : t('nothing')}
        </Button>
      </div>
      {asking && first && (
        <PinDialog
          action="verify"
          purpose={{
            operation: 'payment.bulk',
            uid,
            digest,
            totals,
            amount: first.amount,
            currency: first.currency,
            paymentIdempotency: sending.key,
          }}
          description={t(pinTexts[kind], { ...sizes, amounts })}
          onResult={({ authorisation }) =>
            authorisation &&
            void sending.send({ uid, digest, totals, warnings: read, authorisation, idempotency: sending.key })
          }
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  );
}

/** Each currency with the account that pays it, and with the rate if that is in another currency. */
function useReleaseTotals(file: BulkFileView, accounts: Readonly<Record<string, string>>, isPaused: boolean) {
  const picked = file.totals.map((total) => {
    const all: readonly PayingAccount[] = [...total.accounts, ...total.exchangeAccounts];
    const chosen = all.find((each) => each.sourceBankholderId === accounts[total.currency]);
    return { total, account: chosen ?? defaultAccount(total) };
  });
  const converted = picked.flatMap(({ total: { currency }, account }) =>
    account?.currency ? [{ currency, sourceBankholderId: account.sourceBankholderId }] : [],
  );
  const conversions = useConversions(file, converted, isPaused);
  const shown = picked.map((each): ReleaseTotal => {
    const place = converted.findIndex(({ currency }) => currency === each.total.currency);
    return { ...each, conversion: conversions[place]?.data, conversionError: conversions[place]?.error ?? null };
  });
  const renewRates = (): void => {
    for (const { refetch } of conversions) void refetch();
  };
  return { shown, renewRates };
}

function NameCheckSummary({ nameCheckCounts }: Pick<BulkFileView, 'nameCheckCounts'>) {
  const t = useTranslations('bulkPayment.names');
  const results = nameCheckResults.flatMap((result) =>
    nameCheckCounts[result] ? [t(`count.${result}`, { count: nameCheckCounts[result] })] : [],
  );
  return (
    <p className="text-small text-text-muted">
      {results.length > 0 ? `${t('asked')} ${results.join(', ')}.` : t('none')}
    </p>
  );
}

type ReleaseTotal = Readonly<{
  total: CurrencyTotal;
  /** With its currency if it is another one. */
  account: PayingAccount | undefined;
  conversion: BulkConversionView | undefined;
  conversionError: Error | null;
}>;

const isPriced = ({ account, conversion }: ReleaseTotal): boolean => !account?.currency || conversion !== undefined;

function isShort({ total, account, conversion }: ReleaseTotal): boolean {
  if (!account) return false;
  if (account.currency) return conversion !== undefined && isShortOfExchange(conversion, account);
  return hasShortfall(total, account);
}

const pinTexts = { approve: 'pin', approveLater: 'pinLater', approveBoth: 'pinBoth' } as const;

/** What goes out today and what later, if the file has both or later dates alone. */
function usePartRows(total: CurrencyTotal) {
  const t = useTranslations('bulkPayment.total');
  const { day } = useDateText();
  const { currency, scheduled } = total;
  if (!scheduled) return [];
  const { count, firstDate, lastDate } = scheduled;
  const later = { count, amount: moneyText({ amount: scheduled.amount, currency }) };
  const today = countNow(total);
  return [
    ...(today > 0
      ? [
          {
            label: t('now'),
            value: t('partText', {
              count: today,
              amount: moneyText({ amount: formatAmount(amountNow(total)), currency }),
            }),
          },
        ]
      : []),
    {
      label: t('later'),
      value:
        firstDate === lastDate
          ? t('laterText', { ...later, day: day(firstDate) })
          : t('laterRange', { ...later, first: day(firstDate), last: day(lastDate) }),
    },
  ];
}

/** What leaves the account, and why. */
function useConversionRows({ conversion }: ReleaseTotal) {
  const t = useTranslations('bulkPayment.total');
  if (!conversion) return [];
  const { exchange, displayedRate, exchangeFees, leaves } = conversion;
  const sold = (amount: string) => moneyText({ amount, currency: exchange.soldCurrency });
  return [
    { label: t('rate'), value: <RateText rate={displayedRate} /> },
    { label: t('exchangeFees'), value: moneyText(exchangeFees) },
    { label: t('fee'), value: sold(exchange.maxFee) },
    { label: t('leaves'), value: <strong className="figures">{moneyText(leaves)}</strong> },
    ...(exchange.maxDebit ? [{ label: t('atMost'), value: sold(exchange.maxDebit) }] : []),
  ];
}

type TotalDetailsProps = {
  releaseTotal: ReleaseTotal;
  isOnlyCurrency: boolean;
  isPostponed: boolean;
  onPostpone: (isLater: boolean) => void;
  onAccount: (sourceBankholderId: string) => void;
};

function TotalDetails({ releaseTotal, isOnlyCurrency, isPostponed, onPostpone, onAccount }: TotalDetailsProps) {
  const t = useTranslations('bulkPayment.total');
  const { total, account, conversion, conversionError } = releaseTotal;
  const { currency, count, amount, maxFee } = total;
  const accounts: readonly PayingAccount[] = [...total.accounts, ...total.exchangeAccounts];
  const conversionRows = useConversionRows(releaseTotal);
  const money = (value: string) => moneyText({ amount: value, currency });
  const partRows = usePartRows(total);
  const from = ({ name, available }: NonNullable<typeof account>): string =>
    t('fromText', {
      account: name,
      available: moneyText({ amount: available, currency: account?.currency ?? currency }),
    });
  return (
    <section className="grid gap-2 border-b border-line pb-4" aria-label={t('pay', { count, currency })}>
      {isOnlyCurrency || !account ? (
        <h3 className="py-2.5 font-semibold">{t('pay', { count, currency })}</h3>
      ) : (
        <Checkbox checked={!isPostponed} onChange={({ target }) => onPostpone(!target.checked)}>
          <span className="font-semibold">{t('pay', { count, currency })}</span>
        </Checkbox>
      )}
      <SummaryList
        rows={[
          {
            label: t(account?.currency ? 'gets' : 'amount'),
            value: <strong className="figures">{money(amount)}</strong>,
          },
          ...partRows,
          ...(account?.currency
            ? conversionRows
            : [{ label: t('fee'), value: <span className="figures">{money(maxFee)}</span> }]),
          ...(account && accounts.length === 1 ? [{ label: t('from'), value: from(account) }] : []),
        ]}
      />
      {account && accounts.length > 1 && (
        <AccountPicker
          label={t('from')}
          value={account.sourceBankholderId}
          accounts={accounts.map(({ sourceBankholderId, name, available, currency: other = currency }) => ({
            bankholderid: sourceBankholderId,
            currency: other,
            name,
            available: { amount: available, currency: other },
          }))}
          onChange={onAccount}
        />
      )}
      {account && total.scheduled && <p className="text-small text-text-muted">{t('laterMoney')}</p>}
      {account?.currency && !conversion && !conversionError && <p className="text-small">{t('quoting')}</p>}
      {conversionError && (
        <Notice kind="warning" title={t('noRate')}>
          {failureText(conversionError)}
        </Notice>
      )}
      {!account && <Notice kind="warning" title={t(total.scheduled ? 'noAccountDated' : 'noAccount', { currency })} />}
      {account && !isPostponed && isShort(releaseTotal) && (
        <Notice kind="warning" title={t(isOnlyCurrency ? 'short' : 'shortOfSome')} />
      )}
    </section>
  );
}
