import { ChevronDown, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { Card } from '../../ui/Card.tsx';
import { Countdown } from '../../ui/Countdown.tsx';
import { CurrencyFlag } from '../../ui/CurrencyFlag.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { moneyText } from '../../ui/money.ts';
import { RateText } from '../../ui/RateText.tsx';
import { shortNameOf } from './short-name.ts';
import { amountFieldIds, type FormErrors } from './use-form-errors.ts';
import type { PaymentForm } from './use-payment-form.ts';

type Props = { form: PaymentForm; errors: FormErrors; tried: boolean };

/** What leaves the account and what the payee gets: either is typed, the other one follows. */
export function AmountsCard({ form, errors, tried }: Props) {
  const t = useTranslations('makePayment.amounts');
  const { payee, source, available, draft, sends, gets, updating, change } = form;
  const errorOf = (side: 'send' | 'get') => (side === draft.side && tried ? errors.amount : undefined);
  const isShort = errors.priceFault?.fault === 'tooMuch' && !form.rest;
  return (
    <Card className="grid gap-3 max-lg:p-4 lg:grid-cols-2 lg:gap-5">
      <div className="grid content-start gap-1">
        <AmountInput
          isDense
          id={amountFieldIds.send}
          label={t('send')}
          currency={source.currency}
          value={sends}
          onChange={(amount) => change({ side: 'send', amount })}
          error={errorOf('send')}
          isRefused={isShort}
          isStale={updating && draft.side === 'get'}
          action={
            available && (
              <AvailableLine text={t('available', { amount: moneyText(available) })}>
                <LinkButton className="-my-1.5" onClick={() => change({ side: 'send', amount: available.amount })}>
                  {t('useAll')}
                </LinkButton>
              </AvailableLine>
            )
          }
          suffix={<SourceSelect form={form} />}
        />
      </div>
      <div className="grid content-start gap-1">
        <AmountInput
          isDense
          id={amountFieldIds.get}
          label={t('gets', { name: shortNameOf(payee) })}
          currency={payee.currency}
          value={gets}
          onChange={(amount) => change({ side: 'get', amount })}
          error={errorOf('get')}
          isStale={updating && draft.side === 'send'}
        />
        <RateLine form={form} />
      </div>
      <p role="status" className="sr-only">
        {updating && t('updating')}
      </p>
      {errors.live && !isShort && <p className="text-small font-medium text-danger lg:col-span-2">{errors.live}</p>}
    </Card>
  );
}

const AvailableLine = ({ text, children }: { text: string; children: ReactNode }) => (
  <span className="figures flex items-baseline gap-1 text-small text-text-muted">
    {text} {children}
  </span>
);

/** The account that pays, as part of the amount: a choice where there is one. */
function SourceSelect({ form: { source, sources, change } }: Pick<Props, 'form'>) {
  const t = useTranslations('makePayment.amounts');
  const shown = (
    <>
      <CurrencyFlag code={source.currency} size={24} />
      {source.currency}
    </>
  );
  if (sources.length < 2) return <span className="flex items-center gap-2 font-semibold">{shown}</span>;
  return (
    <span className="relative flex min-h-11 items-center gap-2 rounded-small font-semibold has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
      {shown}
      <ChevronDown size={18} className="text-text-muted" />
      <select
        aria-label={t('from')}
        value={source.bankholderid}
        onChange={({ target }) => change({ source: target.value, restFrom: undefined })}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      >
        {sources.map(({ bankholderid, currency, accountnumber }) => (
          <option key={bankholderid} value={bankholderid}>
            {t('account', { currency, number: accountnumber ?? bankholderid })}
          </option>
        ))}
      </select>
    </span>
  );
}

/** The quote renews by itself until the customer reviews the payment. */
function RateLine({ form: { held, quote, updating } }: Pick<Props, 'form'>) {
  const t = useTranslations('makePayment.amounts');
  if (!held) return null;
  return (
    <p className={`flex items-center gap-2 text-small text-text-muted ${updating ? 'opacity-60' : ''}`}>
      <Lock size={16} className="shrink-0" />
      <span>
        {t.rich('held', {
          rate: () => <RateText rate={{ ...held.quote.displayedRate, market: null }} />,
          left: () => <Countdown key={held.quote.quoteId} until={held.expiresAt} onEnd={quote.renew} announceAt={[]} />,
        })}
      </span>
    </p>
  );
}
