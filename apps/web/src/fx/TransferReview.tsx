import type { BankAccountView } from '@larkmere/contract/bank-account';
import type { QuoteView } from '@larkmere/contract/fx';
import { Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { PinDialog, preloadPinPad } from '../pin/pin.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Countdown } from '../ui/Countdown.tsx';
import { MoneyAmount } from '../ui/MoneyAmount.tsx';
import { StepHeading } from '../ui/StepHeading.tsx';
import { SummaryList } from '../ui/SummaryList.tsx';
import { TimerDialog } from '../ui/TimerDialog.tsx';
import { QuotePanel } from './QuotePanel.tsx';
import { ReviewNotices } from './ReviewNotices.tsx';
import { TeamNotice } from './TeamNotice.tsx';
import { conversionPurpose, transferPurpose } from './transfer-draft.ts';
import type { HeldQuote } from './use-quote.ts';
import { useTransferConfirm } from './use-transfer-confirm.ts';
import type { TransferForm } from './use-transfer-form.ts';
import type { TransferSending } from './use-transfer-send.ts';

type Props = { form: TransferForm; from: BankAccountView; to: BankAccountView; sending: TransferSending };

export function TransferReview({ form, from, to, sending }: Props) {
  const t = useTranslations('fx');
  const { draft, kind, quote, goTo } = form;
  const confirm = useTransferConfirm(form, sending);
  useEffect(preloadPinPad, []);

  const converts = kind === 'convert';
  const shown = quote.held?.quote;
  const isReady = !converts || (shown?.tradable === true && !quote.updating);
  const sold = shown?.sellAmount ?? { amount: converts ? '' : draft.amount, currency: from.currency };
  const account = ({ currency, accountnumber, bankholderid }: BankAccountView) =>
    t('account', { currency, number: accountnumber ?? bankholderid });
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
        <QuotePromise
          held={quote.held}
          quiet={confirm.asking !== undefined || sending.work !== undefined}
          onEnd={confirm.renew}
        />
      )}
      {shown?.team && <TeamNotice team={shown.team} words="fx.review" />}
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
          about={t.rich(pinWords(confirm.asking.quote), {
            amount: () => <MoneyAmount value={shown?.team?.most ?? sold} className="font-bold text-text" />,
            bought: () =>
              shown && <MoneyAmount value={shown.team?.least ?? shown.buyAmount} className="font-bold text-text" />,
          })}
          onResult={({ approval }) => approval && void confirm.approve(approval)}
          onClose={confirm.close}
        />
      )}
    </div>
  );
}

const pinWords = (quote: QuoteView | undefined) =>
  quote ? (quote.team ? 'review.pinTeam' : 'review.pinConvert') : 'review.pinTransfer';

const warnSeconds = 20;

type PromiseProps = { held: HeldQuote; quiet: boolean; onEnd: () => void };

function QuotePromise({ held: { quote, until }, quiet, onEnd }: PromiseProps) {
  const t = useTranslations('fx.review');
  const [warned, setWarned] = useState<string>();
  const [kept, setKept] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setWarned(quote.quoteId), Math.max(0, until - Date.now() - warnSeconds * 1000));
    return () => clearTimeout(timer);
  }, [quote.quoteId, until]);
  return (
    <>
      <p className="flex items-center gap-2 text-small text-text-muted">
        <Clock size={16} className="shrink-0" />
        <span>
          {t.rich(quote.team ? 'holdsTeam' : 'holds', {
            left: () => <Countdown key={quote.quoteId} until={until} onEnd={onEnd} />,
          })}
        </span>
      </p>
      {!quote.team && <p className="-mt-3 text-small text-text-muted">{t('promise')}</p>}
      {warned === quote.quoteId && kept !== quote.quoteId && !quiet && (
        <TimerDialog
          title={t('ending')}
          text={t('endingText')}
          until={until}
          extendLabel={t('newQuote')}
          onExtend={onEnd}
          leaveLabel={t('keepQuote')}
          onLeave={() => setKept(quote.quoteId)}
          onExpire={() => setKept(quote.quoteId)}
        />
      )}
    </>
  );
}
