import type { PayeeView } from '@larkmere/contract/payees/payee';
import { Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ApprovalRateNotice, QuoteNotice } from '../../fx/conversion/conversion.tsx';
import { PinDialog, preloadPinPad } from '../../identity/pin/pin.tsx';
import { NameReminder } from '../../payees/payee/payee.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Countdown } from '../../ui/Countdown.tsx';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { moneyText } from '../../ui/money.ts';
import { Notice } from '../../ui/Notice.tsx';
import { StepHeading } from '../../ui/StepHeading.tsx';
import { SummaryList } from '../../ui/SummaryList.tsx';
import { useDateText } from '../../ui/use-date-text.ts';
import {
  NewPayeeWarning,
  payeeDefaultsOf,
  scamWarningFor,
  TransliteratedName,
  useRegulatoryRows,
} from '../initiation/initiation.tsx';
import { PriceAside } from './PriceAside.tsx';
import type { FormPrice } from './payment-price.api.ts';
import { isUnconfirmed, type PaymentTerms, toPaymentTerms, toPinPurpose } from './payment-request.ts';
import { RefusalNotice } from './RefusalNotice.tsx';
import { shortNameOf } from './short-name.ts';
import type { Confirmation } from './use-confirmation.ts';
import type { PaymentForm } from './use-payment-form.ts';
import type { Rest } from './use-rest.ts';

type Props = {
  form: PaymentForm;
  confirmation: Confirmation;
  onBack: () => void;
  /** Undefined where the payee is given. */
  onChangePayee: (() => void) | undefined;
  onStartAgain: () => void;
};

export function ReviewStep({ form, confirmation, onBack, onChangePayee, onStartAgain }: Props) {
  const t = useTranslations('makePayment.review');
  const { draft, payee, price, held, kind, quote, rest, off, blocked } = form;
  const { sending, asking, duplicate } = confirmation;
  const [isRenewed, setRenewed] = useState(false);
  useEffect(preloadPinPad, []);
  const terms = useTerms(form);
  const warning = scamWarningFor(payee, draft.regulatoryInfo);
  // An expired quote closes the PIN pad, because its terms can no longer be authorised.
  const endQuote = () => {
    confirmation.close();
    setRenewed(true);
    quote.renew();
  };
  const isReady = terms !== undefined;
  const isBusy = sending.work !== undefined || confirmation.checking;
  const noticed = off ?? blocked;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)] lg:gap-6">
      <div className="grid min-w-0 gap-4 max-lg:pb-32">
        <StepHeading>{t('heading')}</StepHeading>
        {isRenewed && !asking && (
          <Notice kind="warning" title={t('renewed')}>
            {t('renewedText')}
          </Notice>
        )}
        {sending.refusal && !asking && !duplicate && (
          <RefusalNotice
            refusal={sending.refusal}
            price={form.updating ? undefined : price}
            onBack={onBack}
            onStartAgain={onStartAgain}
          />
        )}
        {confirmation.stopped && !asking && <Notice kind="danger" title={confirmation.stopped} />}
        {noticed && !sending.refusal && <Notice kind="warning" title={noticed} />}
        <Card>
          <Summary form={form} onBack={onBack} onChangePayee={onChangePayee} />
          <div className="mt-4 grid gap-3">
            <NewPayeeWarning payee={payee} code={warning} />
            {price && <NameReminder payee={payee} {...price.amount} />}
          </div>
        </Card>
        {draft.draftUid && <p className="text-small text-text-muted">{t('again')}</p>}
        {price?.team && <ApprovalRateNotice worstCase={price.team} namespace="makePayment.review" />}
        {(kind === 'exchange' || rest) && <QuoteNotice quote={held?.quote} error={quote.error} onRetry={quote.renew} />}
        <p className="flex items-center gap-2 text-small text-text-muted">
          <Clock size={16} className="shrink-0" />
          <PriceHold form={form} isSending={isBusy} onEnd={endQuote} />
        </p>
      </div>
      <PriceAside
        form={form}
        note={isUnconfirmed(payee) && payee.saved ? t('onePin', { name: shortNameOf(payee) }) : undefined}
      >
        <Button
          className="min-h-12 w-full"
          busy={isBusy}
          busyLabel={t('sending')}
          aria-disabled={!isReady || undefined}
          onClick={() => terms && void confirmation.ask(terms)}
        >
          {t('confirm')}
        </Button>
        <Button kind="secondary" className="w-full max-lg:hidden" onClick={onBack}>
          {t('back')}
        </Button>
      </PriceAside>
      <Dialogs form={form} confirmation={confirmation} />
    </div>
  );
}

/** Undefined while a figure is not settled. */
function useTerms(form: PaymentForm): PaymentTerms | undefined {
  const { draft, payee, source, price, held, kind, rest, off, blocked, brought, executionDate } = form;
  const isExchanged = kind === 'exchange' || rest !== undefined;
  const isSettled = !form.updating && brought.isReady && off === undefined && blocked === undefined;
  if (!price || !isSettled || (isExchanged && held?.quote.tradable !== true)) return undefined;
  if (rest && !rest.isCovered) return undefined;
  const quote = isExchanged ? held?.quote : undefined;
  const documents = brought.uids;
  return toPaymentTerms({ draft, payee, source, price, quote, rest: rest?.account, executionDate, documents });
}

type PriceHoldProps = { form: PaymentForm; isSending: boolean; onEnd: () => void };

/** How long the price holds. */
function PriceHold({ form: { held, price, executionDate, kind, rest }, isSending, onEnd }: PriceHoldProps) {
  const t = useTranslations('makePayment.review');
  const later = useTranslations('paymentForm.when');
  if (kind !== 'exchange' && !rest) return executionDate ? later('promise') : t('promise');
  if (!held || isSending) return null;
  return (
    <span>
      {t.rich(price?.team ? 'holdsTeam' : 'holds', {
        left: () => <Countdown key={held.quote.quoteId} until={held.expiresAt} onEnd={onEnd} />,
      })}
    </span>
  );
}

function pinText(payee: PayeeView, price: FormPrice, rest: Rest | undefined) {
  if (isUnconfirmed(payee) && payee.saved) {
    if (rest) return 'review.pinNewRest';
    return price.team ? 'review.pinNewTeam' : 'review.pinNew';
  }
  if (isUnconfirmed(payee)) {
    if (rest) return 'review.pinOnceRest';
    return price.team ? 'review.pinOnceTeam' : 'review.pinOnce';
  }
  if (rest) return 'review.pinRest';
  return price.team ? 'review.pinTeam' : 'review.pinAbout';
}

function Dialogs({ form: { draft, payee, price, rest }, confirmation }: Pick<Props, 'form' | 'confirmation'>) {
  const t = useTranslations('makePayment');
  const { asking, approve, close, duplicate, sending } = confirmation;
  return (
    <>
      {asking && price && (
        <PinDialog
          key={asking.round}
          action="verify"
          purpose={toPinPurpose(asking.terms, draft.idempotency)}
          description={t.rich(pinText(payee, price, rest), {
            amount: () => <MoneyAmount value={price.sent ?? price.amount} className="font-bold text-text" />,
            name: () => <strong className="text-text">{payee.name}</strong>,
            account: () => <span className="figures">{payee.summary}</span>,
            total: () => <MoneyAmount value={price.team?.maxDebit ?? price.total} className="font-bold text-text" />,
            first: () => <MoneyAmount value={rest?.first} className="font-bold text-text" />,
            rest: () => <MoneyAmount value={rest?.sold} className="font-bold text-text" />,
          })}
          onResult={({ authorisation }) => authorisation && approve(authorisation)}
          onClose={close}
        />
      )}
      {duplicate && !asking && (
        <ConfirmDialog
          title={t('duplicate.title')}
          text={duplicate.text}
          confirmLabel={t('duplicate.confirm')}
          cancelLabel={t('duplicate.cancel')}
          onConfirm={duplicate.sendAgain}
          onCancel={sending.forget}
        />
      )}
    </>
  );
}

function Summary({ form, onBack, onChangePayee }: Pick<Props, 'form' | 'onBack' | 'onChangePayee'>) {
  const t = useTranslations('makePayment.review');
  const when = useTranslations('paymentForm.when');
  const details = useTranslations('makePayment.details');
  const { day } = useDateText();
  const { draft, payee, source, price, available, brought, charges, kind, rest } = form;
  const regulatoryRows = useRegulatoryRows(
    { ...draft, defaults: payeeDefaultsOf(payee), supportingDocuments: brought },
    onBack,
  );
  const leavesOn = price?.schedule?.executesOn;
  const accountText = ({ currency, accountnumber, bankholderid }: PaymentForm['source']) =>
    t('account', { currency, number: accountnumber ?? bankholderid });
  const account = accountText(source);
  const fromText = available
    ? t(rest ? 'restText' : 'fromText', { account, available: moneyText(available), amount: moneyText(available) })
    : account;
  return (
    <>
      <p className="text-text-muted">{t('theyGet', { name: payee.name })}</p>
      <p className="mb-4">
        <MoneyAmount value={price && (price.sent ?? price.arrives)} size="display" />
      </p>
      <SummaryList
        rows={[
          {
            label: t('to'),
            value: <TransliteratedName name={payee.name} transliteration={price?.transliteratedNames.payee} />,
            ...(onChangePayee && { onChange: onChangePayee }),
          },
          { label: t('toAccount'), value: <span className="figures">{payee.summary}</span> },
          ...(charges.length > 0
            ? [{ label: details('charges'), value: details(draft.chargeType), onChange: onBack }]
            : []),
          { label: t('reference'), value: draft.reference.trim(), onChange: onBack },
          {
            label: t('from'),
            value: <TransliteratedName name={fromText} transliteration={price?.transliteratedNames.payer} />,
            onChange: onBack,
          },
          ...(rest?.sold
            ? [
                {
                  label: t('rest'),
                  value: t('restText', { account: accountText(rest.account), amount: moneyText(rest.sold) }),
                  onChange: onBack,
                },
              ]
            : []),
          ...(kind === 'exchange'
            ? []
            : [{ label: when('label'), value: leavesOn ? day(leavesOn) : when('now'), onChange: onBack }]),
          ...regulatoryRows,
        ]}
      />
    </>
  );
}
