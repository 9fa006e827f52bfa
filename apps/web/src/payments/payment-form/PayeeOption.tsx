import type { PayeeView } from '@larkmere/contract/payees/payee';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { PayeeStatus, PayeeTypeLabel } from '../../payees/payee/payee.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { CurrencyFlag } from '../../ui/CurrencyFlag.tsx';
import { formatDate } from '../../ui/date-text.ts';
import { HelpText } from '../../ui/HelpText.tsx';

type Choose = (payee: PayeeView) => void;

export const PayeeAvatar = ({ payee, size }: { payee: PayeeView; size: number }) => (
  <span aria-hidden className="relative inline-grid shrink-0">
    <Avatar name={payee.name} size={size} />
    <span className="absolute -right-1 -bottom-1 inline-grid rounded-full ring-2 ring-surface">
      <CurrencyFlag code={payee.currency} size={Math.round(size * 0.42)} />
    </span>
  </span>
);

const shortName = ({ nickname, name }: PayeeView): string => nickname ?? name.split(/\s+/)[0] ?? name;

export const RecentPayee = ({ payee, onChoose }: { payee: PayeeView; onChoose: Choose }) => (
  <button
    type="button"
    data-option
    onClick={() => onChoose(payee)}
    className="grid w-full min-w-0 justify-items-center gap-2 rounded-control py-1 text-small transition-colors hover:bg-sunken"
  >
    <PayeeAvatar payee={payee} size={52} />
    <span className="max-w-full truncate">
      <bdi>{shortName(payee)}</bdi>
    </span>
  </button>
);

type OptionProps = { payee: PayeeView; isPayable: boolean; onChoose: Choose };

/** A payee that cannot be paid is listed with the reason, so that nobody adds it again. */
export function PayeeOption({ payee, isPayable, onChoose }: OptionProps) {
  const t = useTranslations('paymentForm.whom');
  if (isPayable)
    return (
      <button
        type="button"
        data-option
        onClick={() => onChoose(payee)}
        className="flex w-full items-center gap-4 px-5 py-3.5 text-left -outline-offset-3 transition-colors hover:bg-sunken"
      >
        <OptionText payee={payee} />
        <ChevronRight size={18} className="shrink-0 text-text-muted" />
      </button>
    );
  return (
    <div className="flex items-center gap-4 px-5 py-3.5">
      <OptionText payee={payee}>
        {payee.status === 'approved' && (
          <span className="block text-small text-text-muted">
            <HelpText>{t('noSwift')}</HelpText>
          </span>
        )}
      </OptionText>
      {payee.status !== 'approved' && <PayeeStatus payee={payee} />}
    </div>
  );
}

function OptionText({ payee, children }: { payee: PayeeView; children?: ReactNode }) {
  const t = useTranslations('paymentForm.whom');
  const locale = useLocale();
  const { name, nickname, summary, lastPaidAt } = payee;
  return (
    <>
      <PayeeAvatar payee={payee} size={40} />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold wrap-anywhere">
          <bdi>{nickname ?? name}</bdi>
        </span>
        {nickname && (
          <span className="block text-small text-text-muted wrap-anywhere">
            <bdi>{name}</bdi>
          </span>
        )}
        <span className="figures block text-small text-text-muted">
          {summary}
          {lastPaidAt && ` · ${t('lastPaid', { day: formatDate(new Date(lastPaidAt), locale) })}`}
        </span>
        <PayeeTypeLabel payee={payee} />
        {children}
      </span>
    </>
  );
}
