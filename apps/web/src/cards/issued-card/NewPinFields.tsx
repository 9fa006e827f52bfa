import { useTranslations } from 'use-intl';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';

type Pins = Readonly<{ pin: string; again: string }>;
type Fault = 'digits' | 'weak' | 'different';

const runs = '01234567890 09876543210';

export function pinFault({ pin, again }: Pins): Fault | undefined {
  if (!/^\d{4}$/.test(pin)) return 'digits';
  if (/^(\d)\1{3}$/.test(pin) || runs.includes(pin)) return 'weak';
  return pin === again ? undefined : 'different';
}

type Props = Readonly<{ pins: Pins; onChange: (pins: Pins) => void; fault: Fault | undefined }>;

export function NewPinFields({ pins, onChange, fault }: Props) {
  const t = useTranslations('issuedCard.pin');
  const digits = (text: string) => text.replace(/\D/g, '').slice(0, 4);
  const secret = {
    type: 'password',
    inputMode: 'numeric',
    autoComplete: 'off',
    maxLength: 4,
    className: 'figures text-h1 tracking-[0.4em]',
  } as const;
  return (
    <>
      <Field label={t('new')} hint={t('newHint')} error={fault === 'digits' || fault === 'weak' ? t(fault) : undefined}>
        <TextInput
          {...secret}
          value={pins.pin}
          onChange={({ target }) => onChange({ ...pins, pin: digits(target.value) })}
        />
      </Field>
      <Field label={t('again')} error={fault === 'different' ? t(fault) : undefined}>
        <TextInput
          {...secret}
          value={pins.again}
          onChange={({ target }) => onChange({ ...pins, again: digits(target.value) })}
        />
      </Field>
    </>
  );
}
