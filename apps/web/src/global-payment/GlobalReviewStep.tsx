import type { BankAccountView } from '@larkmere/contract/bank-account';
import type { GlobalPriceView } from '@larkmere/contract/global-payment';
import type { PayeeView } from '@larkmere/contract/payee';
import type { PaymentView } from '@larkmere/contract/payment';
import { Clock } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { QuoteNews, WorstNotice } from '../fx/fx.tsx';
import { knownOf, NewPayeeWarning, TravelsAs, useSaidRows, warningOf } from '../payment-form/payment-form.tsx';
import { PinDialog } from '../pin/pin.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Countdown } from '../ui/Countdown.tsx';
import { MoneyAmount } from '../ui/MoneyAmount.tsx';
import { moneyText } from '../ui/money.ts';
import { Notice } from '../ui/Notice.tsx';
import { SendNotice } from '../ui/SendNotice.tsx';
import { StepHeading } from '../ui/StepHeading.tsx';
import { SummaryList } from '../ui/SummaryList.tsx';
import { useDays } from '../ui/use-days.ts';
import { GlobalPriceCard } from './GlobalPriceCard.tsx';
import { orderOf } from './global-order.ts';
import type { GlobalForm } from './use-global-form.ts';
import { useGlobalSend } from './use-global-send.ts';

type HeldQuote = NonNullable<GlobalForm['quote']['held']>;
type Props = {
  form: GlobalForm;
  payee: PayeeView;
  source: BankAccountView;
  price: GlobalPriceView;
  onBack: () => void;
  onDone: (payment: PaymentView) => void;
};

export function GlobalReviewStep({ form, payee, source, price, onBack, onDone }: Props) {
  const t = useTranslations('globalPayment');
  const { draft, isCross, quote } = form;
  const [asking, setAsking] = useState(false);
  const [isRenewed, setRenewed] = useState(false);
  const sending = useGlobalSend(form, onDone);
  const held = quote.held?.quote;
  const isReady = !form.updating && form.brought.isReady && (!isCross || held?.tradable === true);
  const { purpose, approved } = orderOf(
    {
      draft,
      payee,
      source,
      price,
      quote: isCross ? held : undefined,
      executionDate: form.executionDate,
      documents: form.brought.uids,
    },
    sending.key,
  );
  // An expired quote closes the PIN pad, because its terms can no longer be authorised.
  const end = () => {
    setAsking(false);
    setRenewed(true);
    quote.renew();
  };
  return (
    <div className="grid gap-5">
      <StepHeading>{t('review.heading')}</StepHeading>
      {isRenewed && !asking && (
        <Notice kind="warning" title={t('review.renewed')}>
          {t('review.renewedText')}
        </Notice>
      )}
      {!asking && !sending.doubted && (
        <SendNotice send={sending} refused={t('review.refused')} once={t('review.once')} />
      )}
      <Card>
        <p className="text-text-muted">{t('review.youSend')}</p>
        <p className="mb-4">
          <MoneyAmount value={price.sent} size="display" />
        </p>
        <Summary form={form} payee={payee} source={source} price={price} onBack={onBack} />
      </Card>
      {draft.draftUid && <p className="text-small text-text-muted">{t('review.again')}</p>}
      <NewPayeeWarning payee={payee} code={warningOf(payee, draft.said)} />
      {price.team && <WorstNotice team={price.team} words="globalPayment.review" />}
      {isCross && <QuoteNews quote={held} error={quote.error} onRetry={quote.renew} />}
      {isCross && quote.held && !quote.updating && !sending.unknown && (
        <QuotePromise held={quote.held} isTeams={price.team !== null} onEnd={end} />
      )}
      <GlobalPriceCard
        price={price}
        day={form.executionDate}
        updating={form.updating}
        error={form.priceError}
        onRetry={form.retryPrice}
      />
      <div className="flex gap-3">
        <Button kind="secondary" onClick={onBack}>
          {t('review.back')}
        </Button>
        <Button
          className="flex-1"
          busy={sending.sending}
          busyLabel={t('review.sending')}
          aria-disabled={!isReady || sending.unknown || undefined}
          onClick={() => isReady && setAsking(true)}
        >
          {t('review.confirm')}
        </Button>
      </div>
      {asking && (
        <PinDialog
          action="verify"
          purpose={purpose}
          about={t.rich(price.team ? 'review.pinTeam' : 'review.pinAbout', {
            amount: () => <MoneyAmount value={price.sent} className="font-bold text-text" />,
            name: () => <strong className="text-text">{payee.name}</strong>,
            total: () => <MoneyAmount value={price.team?.most ?? price.total} className="font-bold text-text" />,
          })}
          onResult={({ approval }) => {
            if (approval) void sending.send(approved(approval));
            setAsking(false);
          }}
          onClose={() => setAsking(false)}
        />
      )}
      {sending.doubted && !asking && (
        <ConfirmDialog
          title={t('duplicate.title')}
          text={sending.doubted.text}
          confirmLabel={t('duplicate.confirm')}
          cancelLabel={t('duplicate.cancel')}
          onConfirm={sending.doubted.sendAgain}
          onCancel={sending.forget}
        />
      )}
    </div>
  );
}

function Summary({ form, payee, source, price, onBack }: Omit<Props, 'onDone'>) {
  const { draft, charges, later, brought } = form;
  const said = useSaidRows({ said: draft.said, known: knownOf(payee), brought }, onBack);
  const t = useTranslations('globalPayment');
  const when = useTranslations('paymentForm.when');
  const { day } = useDays();
  const fromText = t('review.fromText', {
    account: t('account', { currency: source.currency, number: source.accountnumber ?? source.bankholderid }),
    available: moneyText(price.available),
  });
  const leaves = price.plan?.leavesOn ? day(price.plan.leavesOn) : when('now');
  return (
    <SummaryList
      rows={[
        { label: t('payee'), value: <TravelsAs name={payee.name} text={price.travels.payee} />, onChange: onBack },
        { label: t('review.account'), value: <span className="figures">{payee.summary}</span> },
        ...(charges.length > 0 ? [{ label: t('charges'), value: t(draft.chargeType), onChange: onBack }] : []),
        { label: t('reference'), value: draft.reference.trim(), onChange: onBack },
        {
          label: t('from'),
          value: <TravelsAs name={fromText} text={price.travels.payer} />,
          onChange: onBack,
        },
        ...(later ? [{ label: when('label'), value: leaves, onChange: onBack }] : []),
        ...said,
      ]}
    />
  );
}

type Promised = { held: HeldQuote; isTeams: boolean; onEnd: () => void };

function QuotePromise({ held: { quote, until }, isTeams, onEnd }: Promised) {
  const t = useTranslations('globalPayment.review');
  return (
    <p className="flex items-center gap-2 text-small text-text-muted">
      <Clock size={16} className="shrink-0" />
      <span>
        {t.rich(isTeams ? 'holdsTeam' : 'holds', {
          left: () => <Countdown key={quote.quoteId} until={until} onEnd={onEnd} />,
        })}
      </span>
    </p>
  );
}
