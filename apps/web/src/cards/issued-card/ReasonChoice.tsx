import type { CardBlockReason } from '@larkmere/contract/cards/issued-card';
import { useId } from 'react';
import { useTranslations } from 'use-intl';

export type Reason = CardBlockReason;
const reasons = ['lost', 'stolen', 'damaged', 'not_needed'] as const satisfies readonly Reason[];

type Props = Readonly<{
  legend: string;
  value: Reason;
  onChange: (reason: Reason) => void;
  without?: Reason;
}>;

export function ReasonChoice({ legend, value, onChange, without }: Props) {
  const t = useTranslations('issuedCard.block');
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{legend}</legend>
      {reasons
        .filter((reason) => reason !== without)
        .map((reason) => (
          <label key={reason} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="radio"
              name={name}
              checked={reason === value}
              onChange={() => onChange(reason)}
              className="size-5 accent-brand"
            />
            {t(reason)}
          </label>
        ))}
    </fieldset>
  );
}
