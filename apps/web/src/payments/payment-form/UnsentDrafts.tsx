import type { PayeeView } from '@larkmere/contract/payees/payee';
import { ChevronRight } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { typedAmountText } from '../../ui/amount-input.ts';
import { PayeeAvatar } from './PayeeOption.tsx';
import { shortNameOf } from './short-name.ts';
import { useUnsentDrafts } from './use-payment-draft.ts';

type Props = { payees: readonly PayeeView[]; onChoose: (payee: PayeeView) => void };

/** Payments that were begun and left: one press goes on with them. */
export function UnsentDrafts({ payees, onChoose }: Props) {
  const t = useTranslations('makePayment.unsent');
  const drafts = useUnsentDrafts().flatMap(([uid, draft]) => {
    const payee = payees.find((each) => each.uid === uid);
    return payee ? [{ payee, draft }] : [];
  });
  if (drafts.length === 0) return null;
  return (
    <div className="grid gap-1 border-t border-line pt-4">
      <h3 className="font-semibold">{t('title')}</h3>
      <ul>
        {drafts.map(({ payee, draft: { side, amount } }) => (
          <li key={payee.uid}>
            <button
              type="button"
              data-option
              onClick={() => onChoose(payee)}
              className="-mx-3 flex w-[calc(100%+1.5rem)] items-center gap-3 rounded-control px-3 py-2 text-left transition-colors hover:bg-sunken"
            >
              <PayeeAvatar payee={payee} size={36} />
              <span className="min-w-0 flex-1">
                <span className="block font-semibold">{t('to', { name: shortNameOf(payee) })}</span>
                <span className="figures block text-small text-text-muted">
                  {side === 'get' ? `${typedAmountText(amount, payee.currency)} ${payee.currency}` : t('begun')}
                </span>
              </span>
              <ChevronRight size={18} className="shrink-0 text-text-muted" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
