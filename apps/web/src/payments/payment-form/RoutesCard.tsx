import { payeeTypeTitles } from '@larkmere/contract/payees/payee-type';
import type { PaymentScheme } from '@larkmere/contract/payments/payment';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { useReachableAddress } from '../../platform/navigation/own-address.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { linkClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { useDateText } from '../../ui/use-date-text.ts';
import { hasNoAvailableDate, ScheduleNote } from '../initiation/initiation.tsx';
import { type FormPrice, type PriceQuestion, useFormPrice } from './payment-price.api.ts';
import { useArrivalText } from './use-arrival-text.ts';
import type { FormErrors } from './use-form-errors.ts';
import type { PaymentForm } from './use-payment-form.ts';

type Props = { form: PaymentForm; errors: FormErrors; tried: boolean };

type Route = Readonly<{ scheme: PaymentScheme; price: FormPrice; why: 'fastest' | 'cheapest' | undefined }>;

/** The ways this payment can take, with price and arrival, and a later day. */
export function RoutesCard({ form, errors, tried }: Props) {
  const t = useTranslations('makePayment.routes');
  const arrivalText = useArrivalText();
  const { draft, change, price, kind, payee } = form;
  const name = useId();
  const routes = useRoutes(form);
  const title = payeeTypeTitles[payee.type];
  const mayWait = kind !== 'exchange';
  const isLater = mayWait && draft.when === 'later';
  if (routes.length === 0 && !mayWait) return null;
  return (
    <Card flush>
      <fieldset className="min-w-0">
        <legend className="float-left w-full px-5 py-2.5 font-semibold max-lg:px-4 max-lg:py-2">{t('heading')}</legend>
        <div className="clear-both grid divide-y divide-line border-t border-line">
          {routes.length === 0 && (
            <RouteRow
              name={name}
              isChosen={!isLater}
              onChoose={() => change({ when: 'now' })}
              title={t('now')}
              text={title}
            />
          )}
          {routes.map((route) => (
            <RouteRow
              key={route.scheme}
              name={name}
              isChosen={!isLater && (routes.length === 1 || route.scheme === draft.scheme)}
              onChoose={() => change({ when: 'now', scheme: route.scheme })}
              title={arrivalText(route.price.arrival)}
              text={[title, route.why && t(route.why)].filter(Boolean).join(' · ')}
              fee={<RouteFee price={route.price} />}
            />
          ))}
          {mayWait && (
            <RouteRow
              name={name}
              isChosen={isLater}
              onChoose={() => change({ when: 'later' })}
              title={t('later')}
              text={t('laterText')}
            />
          )}
        </div>
      </fieldset>
      {isLater && <DayField form={form} error={tried ? errors.day : undefined} />}
      {isLater && <RepeatLink payee={payee} />}
      {isLater && price && form.executionDate && !form.updating && (
        <div className="px-5 pb-4">
          <ScheduleNote price={price} requestedDate={form.executionDate} />
        </div>
      )}
    </Card>
  );
}

/** SEPA has two schemes, and the fast one may cost more; every other rail has one way. */
function useRoutes({ draft, price, kind, payee, source, updating }: PaymentForm): Route[] {
  const isSepa = kind === 'domestic' && payee.currency === 'EUR' && price !== undefined;
  const ask = (scheme: PaymentScheme): PriceQuestion | undefined =>
    isSepa
      ? {
          of: 'domestic',
          input: {
            sourceBankholderId: source.bankholderid,
            payeeUid: payee.uid,
            amount: price.amount.amount,
            currency: 'EUR',
            scheme,
          },
        }
      : undefined;
  const fast = useFormPrice(ask('auto')).data;
  const slow = useFormPrice(ask('sct')).data;
  if (!price) return [];
  if (!isSepa || !fast || !slow || fast.rail === slow.rail)
    return updating ? [] : [{ scheme: draft.scheme, price, why: undefined }];
  const isDearer = Number(fast.fee.amount) > Number(slow.fee.amount);
  return [
    { scheme: 'auto', price: fast, why: 'fastest' },
    { scheme: 'sct', price: slow, why: isDearer ? 'cheapest' : undefined },
  ];
}

function RouteFee({ price: { fee } }: { price: FormPrice }) {
  const t = useTranslations('makePayment.routes');
  return Number(fee.amount) === 0 ? (
    <span className="font-semibold text-success">{t('free')}</span>
  ) : (
    <MoneyAmount value={fee} />
  );
}

type RowProps = {
  name: string;
  isChosen: boolean;
  onChoose: () => void;
  title: string;
  text: string;
  fee?: ReactNode;
};

export const RouteRow = ({ name, isChosen, onChoose, title, text, fee }: RowProps) => (
  <label className="flex min-h-14 cursor-pointer items-center gap-4 px-5 py-2.5 max-lg:px-4 max-lg:py-1.5 transition-colors hover:bg-sunken has-checked:bg-brand-soft has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-focus">
    <input type="radio" name={name} checked={isChosen} onChange={onChoose} className="size-5 shrink-0 accent-brand" />
    <span className="min-w-0 flex-1">
      <span className="block font-semibold">{title}</span>
      <span className="block text-small text-text-muted">{text}</span>
    </span>
    {fee && <span className="shrink-0 text-right">{fee}</span>}
  </label>
);

/** What pays again and again needs a saved payee. */
function RepeatLink({ payee: { currency, uid, saved } }: { payee: PaymentForm['payee'] }) {
  const t = useTranslations('makePayment.routes');
  const address = useReachableAddress()(paths.standingOrderTo(currency, uid));
  return saved && address ? (
    <p className="px-5 pb-4 text-small">
      <Link {...linkTo(address)} className={linkClass}>
        {t('repeat')}
      </Link>
    </p>
  ) : null;
}

function DayField({ form: { draft, change, plan }, error }: { form: PaymentForm; error: string | undefined }) {
  const t = useTranslations('paymentForm.when');
  const faults = useTranslations('paymentForm.fault');
  const { day } = useDateText();
  const range = plan && t('hint', { from: day(plan.earliest), to: day(plan.latest) });
  return (
    <div className="px-5 pb-4">
      <Field
        id="payment-day"
        label={t('day')}
        hint={plan && hasNoAvailableDate(plan) ? faults('unplannable') : range}
        error={error}
      >
        <TextInput
          type="date"
          min={plan?.earliest}
          max={plan?.latest}
          value={draft.day}
          onChange={({ target }) => change({ when: 'later', day: target.value })}
        />
      </Field>
    </div>
  );
}
