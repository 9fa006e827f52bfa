import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import type { QuoteView } from '@larkmere/contract/fx/conversion';
import { Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { PinDialog, preloadPinPad } from '../../identity/pin/pin.tsx';
import { useAccountName } from '../../ui/account-name.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Countdown } from '../../ui/Countdown.tsx';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { StepHeading } from '../../ui/StepHeading.tsx';
import { SummaryList } from '../../ui/SummaryList.tsx';
import { TimerDialog } from '../../ui/TimerDialog.tsx';
import { ApprovalRateNotice } from './ApprovalRateNotice.tsx';
import { QuotePanel } from './QuotePanel.tsx';
import { ReviewNotices } from './ReviewNotices.tsx';
import { conversionPurpose, transferPurpose } from './transfer-draft.ts';
import type { HeldQuote } from './use-quote.ts';
import type { TransferSubmission } from './use-submit-transfer.ts';
import { useTransferConfirmation } from './use-transfer-confirmation.ts';
import type { TransferForm } from './use-transfer-form.ts';

type Props = { form: TransferForm; from: BankAccountView; to: BankAccountView; sending: TransferSubmission };

export function TransferReview({ form, from, to, sending }: Props) {
  const t = useTranslations('fx');
  const { draft, kind, quote, goTo } = form;
  const confirm = useTransferConfirmation(form, sending);
  useEffect(preloadPinPad, []);

  const converts = kind === 'convert';
  const shown = quote.held?.quote;
  const isReady = !converts || (shown?.tradable === true && !quote.updating);
  const sold = shown?.sellAmount ?? { amount: converts ? '' : draft.amount, currency: from.currency };
  const account = useAccountName();
  const back = () => goTo('form');
  return (
    <div className="grid gap-5">
      <StepHeading>{t(`review.heading.${kind}`)}</StepHeading>
      {!confirm.asking && <ReviewNotices form={form} sending={sending} before={confirm.before} />}
      <Card>
        <p className="text-text-muted">{t('youSend')}</p>
        <p className="mb-4">{sold.amount !== '' && <MoneyAmount value={sold} size="display" />}</p>
        <SummaryList
          rows={[
            ...(shown
              ? [{ label: t('youGet'), value: <MoneyAmount value={shown.buyAmount} className="font-bold" /> }]
              : []),
            { label: t('from'), value: account(from), onChange: back },
            { label: t('to'), value: account(to), onChange: back },
          ]}
        />
      </Card>
      {converts && <QuotePanel quote={shown} updating={quote.updating} error={quote.error} onRetry={quote.renew} />}
      {quote.held && !quote.updating && (
        <QuoteExpiry
          held={quote.held}
          isWarningHidden={confirm.asking !== undefined || sending.work !== undefined}
          onEnd={confirm.renew}
        />
      )}
      {shown?.team && <ApprovalRateNotice worstCase={shown.team} namespace="fx.review" />}
      {!converts && <p className="text-text-muted">{t('free')}</p>}
      <div className="flex gap-3">
        <Button kind="secondary" onClick={back}>
          {t('review.back')}
        </Button>
        <Button
          className="flex-1"
          busy={sending.work !== undefined}
          busyLabel={t(`review.sending.${kind}`)}
          aria-disabled={!isReady || undefined}
          onClick={confirm.ask}
        >
          {t('review.confirm')}
        </Button>
      </div>
      {confirm.asking && (
        <PinDialog
          key={confirm.asking.round}
          action="verify"
          purpose={
            confirm.asking.quote
              ? conversionPurpose(confirm.asking.quote, { from, to }, draft.idempotency)
              : transferPurpose(draft.amount, { from, to }, draft.idempotency)
          }
          description={t.rich(pinMessageKey(confirm.asking.quote), {
            amount: () => <MoneyAmount value={shown?.team?.maxDebit ?? sold} className="font-bold text-text" />,
            bought: () =>
              shown && <MoneyAmount value={shown.team?.minCredit ?? shown.buyAmount} className="font-bold text-text" />,
          })}
          onResult={({ authorisation }) => authorisation && void confirm.approve(authorisation)}
          onClose={confirm.close}
        />
      )}
    </div>
  );
}

const pinMessageKey = (quote: QuoteView | undefined) =>
  quote ? (quote.team ? 'review.pinTeam' : 'review.pinConvert') : 'review.pinTransfer';

const warningSeconds = 20;

type QuoteExpiryProps = { held: HeldQuote; isWarningHidden: boolean; onEnd: () => void };

function QuoteExpiry({ held: { quote, expiresAt }, isWarningHidden, onEnd }: QuoteExpiryProps) {
  const t = useTranslations('fx.review');
  const [warned, setWarned] = useState<string>();
  const [dismissedQuoteId, setDismissedQuoteId] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(
      () => setWarned(quote.quoteId),
      Math.max(0, expiresAt - Date.now() - warningSeconds * 1000),
    );
    return () => clearTimeout(timer);
  }, [quote.quoteId, expiresAt]);
  return (
    <>
      <p className="flex items-center gap-2 text-small text-text-muted">
        <Clock size={16} className="shrink-0" />
        <span>
          {t.rich(quote.team ? 'holdsTeam' : 'holds', {
            left: () => <Countdown key={quote.quoteId} until={expiresAt} onEnd={onEnd} />,
          })}
        </span>
      </p>
      {!quote.team && <p className="-mt-3 text-small text-text-muted">{t('promise')}</p>}
      {warned === quote.quoteId && dismissedQuoteId !== quote.quoteId && !isWarningHidden && (
        <TimerDialog
          title={t('ending')}
          text={t('endingText')}
          until={expiresAt}
          extendLabel={t('newQuote')}
          onExtend={onEnd}
          leaveLabel={t('keepQuote')}
          onLeave={() => setDismissedQuoteId(quote.quoteId)}
          onExpire={() => setDismissedQuoteId(quote.quoteId)}
        />
      )}
    </>
  );
}
