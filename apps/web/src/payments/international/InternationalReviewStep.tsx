import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import type { PayeeView } from '@larkmere/contract/payees/payee';
import type { InternationalPriceView } from '@larkmere/contract/payments/international';
import { Clock } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ApprovalRateNotice, QuoteNotice } from '../../fx/conversion/conversion.tsx';
import { PinDialog } from '../../identity/pin/pin.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Countdown } from '../../ui/Countdown.tsx';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { moneyText } from '../../ui/money.ts';
import { Notice } from '../../ui/Notice.tsx';
import { StepHeading } from '../../ui/StepHeading.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { SummaryList } from '../../ui/SummaryList.tsx';
import { useDateText } from '../../ui/use-date-text.ts';
import {
  NewPayeeWarning,
  payeeDefaultsOf,
  scamWarningFor,
  TransliteratedName,
  useRegulatoryRows,
} from '../initiation/initiation.tsx';
import { InternationalPriceCard } from './InternationalPriceCard.tsx';
import { toPaymentRequest } from './payment-request.ts';
import type { InternationalForm } from './use-international-form.ts';
import type { useSubmitInternationalPayment } from './use-submit-international-payment.ts';

type HeldQuote = NonNullable<InternationalForm['quote']['held']>;
type Props = {
  form: InternationalForm;
  payee: PayeeView;
  source: BankAccountView;
  price: InternationalPriceView;
  onBack: () => void;
  sending: ReturnType<typeof useSubmitInternationalPayment>;
};

export function InternationalReviewStep({ form, payee, source, price, onBack, sending }: Props) {
  const t = useTranslations('globalPayment');
  const { draft, isCross, quote } = form;
  const [asking, setAsking] = useState(false);
  const [isRenewed, setRenewed] = useState(false);
  const held = quote.held?.quote;
  const isReady = !form.updating && form.brought.isReady && (!isCross || held?.tradable === true);
  const { purpose, approved } = toPaymentRequest(
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
        <SubmitNotice submission={sending} refusedTitle={t('review.refused')} retryText={t('review.once')} />
      )}
      <Card>
        <p className="text-text-muted">{t('review.youSend')}</p>
        <p className="mb-4">
          <MoneyAmount value={price.sent} size="display" />
        </p>
        <Summary form={form} payee={payee} source={source} price={price} onBack={onBack} />
      </Card>
      {draft.draftUid && <p className="text-small text-text-muted">{t('review.again')}</p>}
      <NewPayeeWarning payee={payee} code={scamWarningFor(payee, draft.regulatoryInfo)} />
      {price.team && <ApprovalRateNotice worstCase={price.team} namespace="globalPayment.review" />}
      {isCross && <QuoteNotice quote={held} error={quote.error} onRetry={quote.renew} />}
      {isCross && quote.held && !quote.updating && !sending.unknown && (
        <QuoteExpiry held={quote.held} isForApproval={price.team !== null} onEnd={end} />
      )}
      <InternationalPriceCard
        price={price}
        requestedDate={form.executionDate}
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
          description={t.rich(price.team ? 'review.pinTeam' : 'review.pinAbout', {
            amount: () => <MoneyAmount value={price.sent} className="font-bold text-text" />,
            name: () => <strong className="text-text">{payee.name}</strong>,
            total: () => <MoneyAmount value={price.team?.maxDebit ?? price.total} className="font-bold text-text" />,
          })}
          onResult={({ authorisation }) => {
            if (authorisation) void sending.send(approved(authorisation));
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

function Summary({ form, payee, source, price, onBack }: Omit<Props, 'sending'>) {
  const { draft, charges, later, brought } = form;
  const regulatoryRows = useRegulatoryRows(
    { regulatoryInfo: draft.regulatoryInfo, defaults: payeeDefaultsOf(payee), supportingDocuments: brought },
    onBack,
  );
  const t = useTranslations('globalPayment');
  const when = useTranslations('paymentForm.when');
  const { day } = useDateText();
  const fromText = t('review.fromText', {
    account: t('account', { currency: source.currency, number: source.accountnumber ?? source.bankholderid }),
    available: moneyText(price.available),
  });
  const leaves = price.schedule?.executesOn ? day(price.schedule.executesOn) : when('now');
  return (
    <SummaryList
      rows={[
        {
          label: t('payee'),
          value: <TransliteratedName name={payee.name} transliteration={price.transliteratedNames.payee} />,
          onChange: onBack,
        },
        { label: t('review.account'), value: <span className="figures">{payee.summary}</span> },
        ...(charges.length > 0 ? [{ label: t('charges'), value: t(draft.chargeType), onChange: onBack }] : []),
        { label: t('reference'), value: draft.reference.trim(), onChange: onBack },
        {
          label: t('from'),
          value: <TransliteratedName name={fromText} transliteration={price.transliteratedNames.payer} />,
          onChange: onBack,
        },
        ...(later ? [{ label: when('label'), value: leaves, onChange: onBack }] : []),
        ...regulatoryRows,
      ]}
    />
  );
}

type QuoteExpiryProps = { held: HeldQuote; isForApproval: boolean; onEnd: () => void };

function QuoteExpiry({ held: { quote, expiresAt }, isForApproval, onEnd }: QuoteExpiryProps) {
  const t = useTranslations('globalPayment.review');
  return (
    <p className="flex items-center gap-2 text-small text-text-muted">
      <Clock size={16} className="shrink-0" />
      <span>
        {t.rich(isForApproval ? 'holdsTeam' : 'holds', {
          left: () => <Countdown key={quote.quoteId} until={expiresAt} onEnd={onEnd} />,
        })}
      </span>
    </p>
  );
}
