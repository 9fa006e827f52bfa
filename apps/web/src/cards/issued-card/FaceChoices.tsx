import type { CardDesignName } from '@larkmere/contract/cards/issued-card-rules';
import { CreditCard, Smartphone } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { type Money, moneyText } from '../../ui/money.ts';
import { useDateText } from '../../ui/use-date-text.ts';
import './card-art.css';
import type { CardOptions } from './issued-card.api.ts';
import type { Offer, OrderForm } from './order-form.ts';

type FormatProps = Readonly<{
  value: OrderForm['format'];
  onChange: (format: OrderForm['format']) => void;
  offer: Offer;
  delivery: CardOptions['delivery'];
}>;

export function FormatChoice({ value, onChange, offer, delivery }: FormatProps) {
  const t = useTranslations('issuedCard.issue');
  const { day } = useDateText();
  const price = (fee: Money) => (Number(fee.amount) === 0 ? t('free') : moneyText(fee));
  const choices = [
    { format: 'virtual', icon: <Smartphone size={22} />, text: t('virtualText') },
    {
      format: 'physical',
      icon: <CreditCard size={22} />,
      text: t('physicalText', { from: day(delivery.earliest), to: day(delivery.latest) }),
    },
  ] as const;
  return (
    <Choices legend={t('format')} className="sm:grid-cols-2">
      {(name) =>
        choices.map(({ format, icon, text }) => (
          <label
            key={format}
            className="grid cursor-pointer gap-1 rounded-control border border-line-strong p-4 has-checked:border-brand has-checked:bg-brand-soft has-checked:ring-1 has-checked:ring-brand has-focus-visible:outline-3 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={value === format}
              onChange={() => onChange(format)}
            />
            <span className="flex items-center justify-between gap-3 font-bold">
              <span className="flex items-center gap-2">
                {icon} {t(format)}
              </span>
              <span className="figures">{price(offer.fees[format])}</span>
            </span>
            <span className="text-small text-text-muted">{text}</span>
          </label>
        ))
      }
    </Choices>
  );
}

type DesignProps = Readonly<{
  value: CardDesignName;
  onChange: (design: CardDesignName) => void;
  designs: readonly CardDesignName[];
}>;

export function DesignChoice({ value, onChange, designs }: DesignProps) {
  const t = useTranslations('issuedCard.issue');
  return (
    <Choices legend={t('design')} className="grid-cols-3">
      {(name) =>
        designs.map((design) => (
          <label
            key={design}
            className="grid cursor-pointer justify-items-center gap-2 rounded-control border border-line-strong p-3 text-small font-semibold has-checked:border-brand has-checked:bg-brand-soft has-checked:ring-1 has-checked:ring-brand has-focus-visible:outline-3 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={value === design}
              onChange={() => onChange(design)}
            />
            <span aria-hidden data-design={design} className="card-art aspect-[1.586] w-full max-w-24 rounded-small" />
            {t(`designName.${design}`)}
          </label>
        ))
      }
    </Choices>
  );
}

type ChoicesProps = Readonly<{ legend: string; className: string; children: (name: string) => ReactNode }>;

function Choices({ legend, className, children }: ChoicesProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{legend}</legend>
      <div className={`grid gap-3 ${className}`}>{children(name)}</div>
    </fieldset>
  );
}
