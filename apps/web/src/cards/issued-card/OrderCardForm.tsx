import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAuthorisedRequest } from '../../identity/second-factor/second-factor.tsx';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { showToast } from '../../platform/toasts.ts';
import { moneyText } from '../../ui/money.ts';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { type CardOptions, type IssuedCard, useOrderCard } from './issued-card.api.ts';
import { OrderFields } from './OrderFields.tsx';
import { OrderSummary } from './OrderSummary.tsx';
import { feeOf, findFaults, hasFault, type OrderForm, toOrder } from './order-form.ts';

type Props = Readonly<{ options: CardOptions; replaced: IssuedCard | undefined; start: OrderForm }>;

export function OrderCardForm({ options, replaced, start }: Props) {
  const t = useTranslations('issuedCard.issue');
  const navigate = useNavigate();
  const [form, setForm] = useState(start);
  const [isChecked, setChecked] = useState(false);
  const box = useRef<HTMLFormElement>(null);
  const { offer, person } = requireChosen(options, form);
  const { request, ask, dialog } = useAuthorisedRequest({
    purpose: ({ fee, ...ordered }: ReturnType<typeof toOrder>, paymentIdempotency) => ({
      operation: 'card.order',
      ...ordered,
      amount: fee,
      currency: offer.currency,
      paymentIdempotency,
    }),
    write: useOrderCard().mutateAsync,
    onDone: ({ uid }) => {
      showToast({ kind: 'success', text: t('done') });
      void navigate(linkTo(paths.cardOf(uid)));
    },
  });
  const faults = findFaults(form, offer, person);
  const fee = feeOf(offer, form, replaced);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (hasFault(faults)) {
      // The fields are marked with the next render.
      requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
      return;
    }
    const account = t('accountName', { currency: offer.currency, ending: offer.accountEnding });
    ask(toOrder(form, fee.amount, replaced), t('pin', { name: person.name, account, fee: moneyText(fee) }));
  };
  return (
    <form
      ref={box}
      noValidate
      onSubmit={submit}
      className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,25rem)]"
    >
      <div className="grid gap-4">
        <SubmitNotice submission={request} refusedTitle={t('notOrdered')} retryText={t('retry')} />
        <OrderFields
          options={options}
          replaced={replaced}
          form={form}
          offer={offer}
          person={person}
          change={(part) => setForm({ ...form, ...part })}
          faults={isChecked ? faults : undefined}
        />
      </div>
      <OrderSummary
        form={form}
        offer={offer}
        person={person}
        replaced={replaced}
        delivery={options.delivery}
        fee={fee}
        isBusy={request.sending || request.unknown}
      />
      {dialog}
    </form>
  );
}

/** The form only names what is offered. */
function requireChosen({ offers, people }: CardOptions, { bankholderid, holder }: OrderForm) {
  const offer = offers.find((each) => each.bankholderid === bankholderid);
  const person = people.find(({ uid }) => uid === holder);
  if (!offer || !person) throw new Error('the form names an account or person that is not offered');
  return { offer, person };
}
