import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import { ArrowUpDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { AccountField } from '../../accounts/bank-account/bank-account.tsx';
import { ApiError } from '../../platform/http/call-errors.ts';
import { useSession } from '../../platform/session/session.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ErrorSummary } from '../../ui/ErrorSummary.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { moneyText } from '../../ui/money.ts';
import { StepHeading } from '../../ui/StepHeading.tsx';
import { useAmountError } from '../../ui/use-amount-error.ts';
import { OffHoursOptions } from '../auto-fx/auto-fx.tsx';
import { QuotePanel } from './QuotePanel.tsx';
import { exceedsAvailable, shortfallOf } from './transfer-draft.ts';
import { getMarketStatus } from './use-quote.ts';
import type { TransferForm } from './use-transfer-form.ts';

type Props = { form: TransferForm; from: BankAccountView; to: BankAccountView };

export function TransferFields({ form, from, to }: Props) {
  const t = useTranslations('fx');
  const { draft, change, kind, quote, available, goTo } = form;
  const [attempts, setAttempts] = useState(0);
  const { typed, live, side } = useAmountErrors(form);
  const tried = attempts > 0;
  const error = live ?? (tried ? typed : undefined);
  const shown = quote.held?.quote;
  const converts = kind === 'convert';
  const isReady = !converts || (shown?.tradable === true && !quote.updating);
  const { isClosed, mayWait } = getMarketStatus(quote);
  // Orders that wait for the market belong to Plus.
  const isWallet = useSession().userType === 'wallet';
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed ?? live) setAttempts(attempts + 1);
        else if (isReady) goTo('review');
      }}
    >
      <StepHeading>{t('heading')}</StepHeading>
      {tried && error && <ErrorSummary key={attempts} errors={[{ id: `transfer-${side}`, message: error }]} />}
      <Card className="grid gap-5">
        <AccountFields form={form} from={from} to={to} />
        <AmountInput
          id="transfer-sell"
          label={converts ? t('youSend') : t('amount')}
          currency={from.currency}
          value={side === 'sell' ? draft.amount : (shown?.sellAmount.amount ?? '')}
          onChange={(amount) => change({ side: 'sell', amount })}
          balance={available}
          error={side === 'sell' ? error : undefined}
        />
        {converts && (
          <AmountInput
            id="transfer-buy"
            label={t('youGet')}
            currency={to.currency}
            value={side === 'buy' ? draft.amount : (shown?.buyAmount.amount ?? '')}
            onChange={(amount) => change({ side: 'buy', amount })}
            error={side === 'buy' ? error : undefined}
          />
        )}
      </Card>
      {converts ? (
        <QuotePanel
          quote={shown}
          updating={quote.updating}
          error={isAmountError(quote.error) ? undefined : quote.error}
          onRetry={quote.renew}
        />
      ) : (
        <p className="text-text-muted">{t('free')}</p>
      )}
      {isClosed && mayWait && !isWallet ? (
        <OffHoursOptions
          prefill={{ source: from.bankholderid, target: to.bankholderid, side: draft.side, amount: draft.amount }}
          exchangeNow={
            shown?.tradable && (
              <Button type="submit" aria-disabled={!isReady || undefined}>
                {t('now')}
              </Button>
            )
          }
        />
      ) : (
        <Button type="submit" aria-disabled={(draft.amount !== '' && !isReady) || undefined}>
          {t(`next.${kind}`)}
        </Button>
      )}
    </form>
  );
}

const isAmountError = (error: unknown): error is ApiError =>
  error instanceof ApiError && ['amount_invalid', 'limit_exceeded'].includes(error.code);

function useAmountErrors({ draft, fault, typedIn, available, kind, quote }: TransferForm) {
  const t = useTranslations('fx.fault');
  const amountFault = useAmountError();
  const side = kind === 'convert' ? draft.side : 'sell';
  const leaves = kind === 'convert' ? quote.held?.quote.sellAmount : undefined;
  const needed = leaves ?? (available && side === 'sell' ? { ...available, amount: draft.amount } : undefined);
  const live = () => {
    if (fault) return undefined;
    if (isAmountError(quote.error)) return quote.error.message;
    if (!available || !needed || quote.updating || !exceedsAvailable(needed, available)) return undefined;
    return t('tooMuch', { missing: moneyText({ ...needed, amount: shortfallOf(needed, available) }) });
  };
  const typed = fault && typedIn ? amountFault(draft.amount, typedIn) : undefined;
  return { typed, live: live(), side };
}

function AccountFields({ form: { usable, change }, from, to }: Props) {
  const t = useTranslations('fx');
  const except = (other: BankAccountView) => usable.filter((account) => account !== other);
  return (
    <div className="grid gap-2">
      <AccountField
        label={t('from')}
        value={from.bankholderid}
        onChange={(source) => change({ source, target: to.bankholderid, side: 'sell', amount: '' })}
        accounts={except(to)}
      />
      <IconButton
        label={t('swap')}
        className="mx-auto"
        onClick={() => change({ source: to.bankholderid, target: from.bankholderid, side: 'sell', amount: '' })}
      >
        <ArrowUpDown size={20} />
      </IconButton>
      <AccountField
        label={t('to')}
        value={to.bankholderid}
        onChange={(target) => change({ source: from.bankholderid, target })}
        accounts={except(from)}
      />
    </div>
  );
}
