import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import type { SavedCardView } from '@larkmere/contract/cards/card';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { moneyText } from '../../ui/money.ts';
import { PriceRow } from '../../ui/PriceRows.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { useAmountError } from '../../ui/use-amount-error.ts';
import { savedCardsQuery, useCardName } from '../card/card.tsx';
import type { CardFormHandle } from './CardForm.tsx';
import { CardList, type CardReadiness } from './CardList.tsx';
import { ChallengeDialog } from './ChallengeDialog.tsx';
import { chargeOf, limitFaultOf } from './deposit-amount.ts';
import { percentText } from './MethodList.tsx';
import { type CardPrice, type TopUp, type TopUpOrder, useStartTopUp } from './top-up.api.ts';

type Props = {
  account: BankAccountView;
  price: CardPrice;
  amount: string;
  onError: (text: string | undefined) => void;
  /** Amount and method, above the choice of the card. */
  children: ReactNode;
};

export function CardDeposit({ account, price, amount, onError, children }: Props) {
  const t = useTranslations('deposit');
  const cards = useQuery(savedCardsQuery);
  const [picked, setPicked] = useState<string>();
  const [readiness, setReadiness] = useState<CardReadiness>('incomplete');
  const [shouldSave, setShouldSave] = useState(true);
  const [cardError, setCardError] = useState<string>();
  const [isTokenising, setTokenising] = useState(false);
  const form = useRef<CardFormHandle>(null);
  const payment = useTopUp();
  const faultText = useAmountFault(price);
  const chosen = chooseCard(cards.data ?? [], picked);
  const charge = chargeOf(amount, price);
  const isBusy = payment.request.sending || payment.request.unknown || isTokenising;

  const pay = (source: Pick<TopUpOrder, 'token' | 'cardId' | 'saveCard'>) =>
    charge &&
    void payment.request.send({
      bankholderid: account.bankholderid,
      amount: charge.amount,
      currency: account.currency,
      fee: charge.fee,
      ...source,
      idempotency: payment.request.key,
    });
  const submit = () => {
    const fault = faultText(amount);
    onError(fault);
    const newCardFault = { ready: undefined, incomplete: t('incomplete'), refused: t('refusedCard') }[readiness];
    const cardFault = chosen ? undefined : newCardFault;
    setCardError(cardFault);
    if (fault) document.getElementById('deposit-amount')?.focus();
    if (fault || cardFault || isBusy) return;
    if (chosen) return pay({ cardId: chosen.id });
    setTokenising(true);
    form.current?.submit();
  };
  const onToken = (token: string) => {
    setTokenising(false);
    pay({ token, saveCard: shouldSave });
  };

  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_380px] lg:gap-6">
      <div className="grid gap-5">
        <SubmitNotice submission={payment.request} refusedTitle={t('refused')} retryText={t('retry')} />
        {children}
        {cards.data ? (
          <CardList
            cards={cards.data}
            chosen={chosen}
            price={price}
            error={cardError}
            form={form}
            shouldSave={shouldSave}
            onSave={setShouldSave}
            onPick={(id) => {
              setPicked(id);
              setCardError(undefined);
            }}
            onReady={setReadiness}
            onEnter={submit}
            onToken={onToken}
            onFault={() => setTokenising(false)}
          />
        ) : (
          <Skeleton shape="card" count={1} />
        )}
      </div>
      <div className="grid gap-4 lg:sticky lg:top-20">
        <PriceCard price={price} charge={charge} card={chosen}>
          <Button wide busy={isBusy} busyLabel={t('paying')} onClick={submit}>
            {charge
              ? t('pay', { amount: moneyText({ amount: charge.total, currency: price.currency }) })
              : t('choosePay')}
          </Button>
        </PriceCard>
        {chosen && (
          <p className="hidden items-start gap-2 px-1 text-small text-text-muted lg:flex">
            <Lock size={16} className="mt-0.5 shrink-0" />
            {t('cardForm.private')}
          </p>
        )}
      </div>
      {payment.challenge && <ChallengeDialog topUp={payment.challenge} onDone={payment.showResult} />}
    </div>
  );
}

/** The chosen card; undefined for a new one. Without a choice it is the one that was used last. */
function chooseCard(cards: readonly SavedCardView[], picked: string | undefined): SavedCardView | undefined {
  if (picked === undefined) return cards.find((card) => card.default);
  return cards.find(({ id, status }) => id === picked && status === 'active');
}

/** Sends a top-up, and follows it to the challenge of the bank or to its result. */
function useTopUp() {
  const navigate = useNavigate();
  const { mutateAsync } = useStartTopUp();
  const [challenge, setChallenge] = useState<TopUp & { challengeUrl: string }>();
  const show = (uid: string) => void navigate(linkTo(paths.topUp(uid)) as never);
  const request = useIdempotentRequest(mutateAsync, (topUp: TopUp) => {
    if (topUp.challengeUrl === null) show(topUp.uid);
    else setChallenge({ ...topUp, challengeUrl: topUp.challengeUrl });
  });
  return { request, challenge, showResult: () => challenge && show(challenge.uid) };
}

function useAmountFault(price: CardPrice): (typed: string) => string | undefined {
  const t = useTranslations('deposit.limit');
  const amountFault = useAmountError();
  return (typed) => {
    const fault = limitFaultOf(typed, price);
    if (fault === undefined) return amountFault(typed, price.currency);
    return t(fault, {
      minimum: moneyText(price.minimum),
      maximum: moneyText(price.maximum),
      left: moneyText(price.leftToday),
    });
  };
}

type PriceProps = {
  price: CardPrice;
  charge: ReturnType<typeof chargeOf>;
  card: SavedCardView | undefined;
  children: ReactNode;
};

function PriceCard({ price: { currency, feeBps, leftToday }, charge, card, children }: PriceProps) {
  const t = useTranslations('deposit.price');
  const nameOf = useCardName();
  const sum = (amount: string | undefined) => (amount ? <MoneyAmount value={{ amount, currency }} /> : '—');
  return (
    <Card title={t('title')} className="grid gap-4">
      <dl className="grid gap-2">
        <PriceRow label={t('gets')} value={sum(charge?.amount)} strong />
        <PriceRow label={t('fee', { percent: percentText(feeBps) })} value={sum(charge?.fee)} />
        <div className="my-1 border-t border-line" />
        <PriceRow
          label={t('pays', { card: card ? nameOf({ brand: card.brand, last4: card.last4 }) : t('yourCard') })}
          value={sum(charge?.total)}
          strong
        />
        <PriceRow label={t('arrives')} value={t('seconds')} />
      </dl>
      {children}
      <p className="text-small text-text-muted">{t('left', { left: moneyText(leftToday) })}</p>
    </Card>
  );
}
