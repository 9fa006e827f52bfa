import { ChevronDown, ChevronUp } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { Button } from '../../ui/Button.tsx';
import { moneyText } from '../../ui/money.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PriceDetails } from './PriceDetails.tsx';
import { useArrivalText } from './use-arrival-text.ts';
import type { PaymentForm } from './use-payment-form.ts';

type Props = {
  form: PaymentForm;
  /** The one button of the step. */
  children: ReactNode;
  note?: string | undefined;
};

/**
 * The whole price with the button: a column beside the form, and on a phone a bar at the bottom with one line that
 * opens the same rows. The phone's menu gives way to it.
 */
export function PriceAside({ form, children, note }: Props) {
  const t = useTranslations('makePayment.price');
  const [isOpen, setOpen] = useState(false);
  const rows = useId();
  useEffect(() => {
    if (!isOpen) return;
    const close = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false);
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, [isOpen]);
  const { price, priceError, retryPrice, quote, updating } = form;
  const failed = priceError ?? quote.error;
  return (
    <aside
      data-action-bar
      aria-label={t('title')}
      className="z-10 border-line bg-surface max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:border-t max-lg:px-4 max-lg:pt-1 max-lg:pb-[calc(0.75rem+env(safe-area-inset-bottom))] lg:sticky lg:top-20 lg:rounded-card lg:border lg:p-5"
    >
      <div
        id={rows}
        className={`${isOpen ? '' : 'max-lg:hidden'} max-lg:max-h-[55dvh] max-lg:overflow-y-auto max-lg:py-3`}
      >
        <h2 className="mb-2 text-h2 font-bold">{t('title')}</h2>
        {failed && !price ? (
          <Notice
            kind="warning"
            title={t('failed')}
            action={
              <Button kind="secondary" onClick={priceError ? retryPrice : quote.renew}>
                {t('retry')}
              </Button>
            }
          >
            {failureText(failed)}
          </Notice>
        ) : price ? (
          <PriceDetails form={form} price={price} />
        ) : (
          <p className="text-text-muted">{t('prompt')}</p>
        )}
      </div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={rows}
        onClick={() => setOpen(!isOpen)}
        className={`flex min-h-11 w-full items-center justify-between gap-3 text-left text-small lg:hidden ${updating ? 'opacity-60' : ''}`}
      >
        <span className="min-w-0 truncate">
          <PriceLine form={form} />
        </span>
        <span className="flex shrink-0 items-center gap-1.5 font-semibold text-brand-text">
          {t(isOpen ? 'close' : 'open')}
          {isOpen ? <ChevronDown size={18} /> : <ChevronUp size={18} />}
        </span>
      </button>
      <div className="grid gap-2 lg:mt-4">{children}</div>
      {note && <p className="mt-3 text-center text-small text-text-muted max-lg:hidden">{note}</p>}
    </aside>
  );
}

function PriceLine({ form: { price, rest, executionDate } }: Pick<Props, 'form'>) {
  const t = useTranslations('makePayment.price');
  const arrivalText = useArrivalText();
  if (!price) return t('noneYet');
  const fees = [rest?.held?.quote.fee, price.fee].flatMap((fee) =>
    fee && Number(fee.amount) > 0 ? moneyText(fee) : [],
  );
  const isFree = fees.length === 0 && Number(price.exchange?.fee.amount ?? 0) === 0;
  const when = executionDate ? t('laterLine') : arrivalText(price.arrival);
  return (
    <>
      <strong>
        {isFree ? t('freeLine') : t('feeLine', { count: fees.length, fee: fees.join(' + ') || moneyText(price.fee) })}
      </strong>{' '}
      <span className="text-text-muted">· {when}</span>
    </>
  );
}
