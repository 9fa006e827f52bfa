import type { BulkFileView } from '@larkmere/contract/bulk-payment';
import { compare, readAmount } from '@larkmere/money/money';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useKeyedSend } from '../kernel/use-keyed-send.ts';
import { NewPayeesWarning } from '../payment-form/payment-form.tsx';
import { PinDialog, preloadPinPad } from '../pin/pin.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { moneyText } from '../ui/money.ts';
import { Notice } from '../ui/Notice.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { SendNotice } from '../ui/SendNotice.tsx';
import { SummaryList } from '../ui/SummaryList.tsx';
import { useRelease } from './bulk-payment.api.ts';
import { answers } from './name-answers.ts';

type Total = BulkFileView['totals'][number];

/** Lives in the parent, so that the selection survives rows becoming ready. */
export function useChoices() {
  const [later, setLater] = useState<readonly string[]>([]);
  const [accounts, setAccounts] = useState<Readonly<Record<string, string>>>({});
  return { later, setLater, accounts, setAccounts };
}

type Props = { file: BulkFileView; choices: ReturnType<typeof useChoices> };

export function BulkRelease({ file, choices: { later, setLater, accounts, setAccounts } }: Props) {
  const t = useTranslations('bulkPayment.total');
  const [asking, setAsking] = useState(false);
  const release = useRelease();
  const sending = useKeyedSend(release.mutateAsync, () => setAsking(false));
  useEffect(preloadPinPad, []);
  const { uid, digest, counts } = file;
  const shown = file.totals.map((total): Shown => {
    const account = total.accounts.find((each) => each.sourceBankholderId === accounts[total.currency]);
    return { total, account: account ?? total.accounts[0] };
  });
  const isLater = ({ total }: Shown): boolean => shown.length > 1 && later.includes(total.currency);
  const chosen = shown.filter((each) => each.account && !isLater(each));
  const totals = chosen.map(({ total: { currency, count, amount, mostFee }, account }) => ({
    currency,
    count,
    amount,
    mostFee,
    sourceBankholderId: account?.sourceBankholderId ?? '',
  }));
  const [first] = totals;
  const read = [...new Set(chosen.flatMap(({ total }) => total.warnings))];
  const count = totals.reduce((all, total) => all + total.count, 0);
  const isPayable = count > 0 && counts.checking === 0 && !chosen.some(isShort);
  const rest = counts.faulty + counts.doubtful;
  const isBusy = sending.sending || sending.unknown;
  const amounts = totals.map(({ amount, currency }) => moneyText({ amount, currency })).join(', ');
  return (
    <Card title={t('title')}>
      <div className="grid gap-4">
        {!asking && <SendNotice send={sending} refused={t('refused')} once={t('once')} />}
        {shown.map((each) => (
          <Figures
            key={each.total.currency}
            shown={each}
            isAlone={shown.length === 1}
            isLater={isLater(each)}
            onLater={(waits) => {
              const others = later.filter((currency) => currency !== each.total.currency);
              setLater(waits ? [...others, each.total.currency] : others);
            }}
            onAccount={(id) => setAccounts({ ...accounts, [each.total.currency]: id })}
          />
        ))}
        {rest > 0 && <p className="text-small text-text-muted">{t('rest', { count: rest })}</p>}
        {counts.checking === 0 && <Names names={file.names} />}
        <NewPayeesWarning codes={read} title={t('warning')} />
        <Button
          busy={isBusy}
          busyLabel={t('sending')}
          aria-disabled={!isPayable || undefined}
          onClick={() => isPayable && setAsking(true)}
        >
          {counts.checking > 0 ? t('wait') : count > 0 ? t('approve', { count }) : t('nothing')}
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
          about={t('pin', { count, amounts })}
          onResult={({ approval }) =>
            approval && void sending.send({ uid, digest, totals, warnings: read, approval, idempotency: sending.key })
          }
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  );
}

function Names({ names }: Pick<BulkFileView, 'names'>) {
  const t = useTranslations('bulkPayment.names');
  const told = answers.flatMap((result) => (names[result] ? [t(`count.${result}`, { count: names[result] })] : []));
  return (
    <p className="text-small text-text-muted">{told.length > 0 ? `${t('asked')} ${told.join(', ')}.` : t('none')}</p>
  );
}

type Shown = Readonly<{ total: Total; account: Total['accounts'][number] | undefined }>;

function isShort({ total: { currency, amount, mostFee }, account }: Shown): boolean {
  const [a, fee, has] = [amount, mostFee, account?.available ?? ''].map((text) => readAmount(currency, text));
  return (
    a !== undefined && fee !== undefined && has !== undefined && compare(has, { ...a, minor: a.minor + fee.minor }) < 0
  );
}

type FiguresProps = {
  shown: Shown;
  isAlone: boolean;
  isLater: boolean;
  onLater: (isLater: boolean) => void;
  onAccount: (sourceBankholderId: string) => void;
};

function Figures({ shown, isAlone, isLater, onLater, onAccount }: FiguresProps) {
  const t = useTranslations('bulkPayment.total');
  const { total, account } = shown;
  const { currency, count, amount, mostFee, accounts } = total;
  const money = (value: string) => moneyText({ amount: value, currency });
  const from = ({ name, available }: NonNullable<typeof account>): string =>
    t('fromText', { account: name, available: money(available) });
  return (
    <section className="grid gap-2 border-b border-line pb-4" aria-label={t('pay', { count, currency })}>
      {isAlone || !account ? (
        <h3 className="py-2.5 font-semibold">{t('pay', { count, currency })}</h3>
      ) : (
        <Checkbox checked={!isLater} onChange={({ target }) => onLater(!target.checked)}>
          <span className="font-semibold">{t('pay', { count, currency })}</span>
        </Checkbox>
      )}
      <SummaryList
        rows={[
          { label: t('amount'), value: <strong className="figures">{money(amount)}</strong> },
          { label: t('fee'), value: <span className="figures">{money(mostFee)}</span> },
          ...(account && accounts.length === 1 ? [{ label: t('from'), value: from(account) }] : []),
        ]}
      />
      {account && accounts.length > 1 && (
        <SelectField
          label={t('from')}
          value={account.sourceBankholderId}
          options={accounts.map((each) => ({ value: each.sourceBankholderId, label: from(each) }))}
          onChange={({ target }) => onAccount(target.value)}
        />
      )}
      {!account && <Notice kind="warning" title={t('noAccount', { currency })} />}
      {account && !isLater && isShort(shown) && <Notice kind="warning" title={t(isAlone ? 'short' : 'shortOfSome')} />}
    </section>
  );
}
