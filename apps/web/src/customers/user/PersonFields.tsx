import { useTranslations } from 'use-intl';
import { Field } from '../../ui/Field.tsx';
import { PhoneInput } from '../../ui/PhoneInput.tsx';
import { isPhoneNumber } from '../../ui/phone-number.ts';
import { TextInput } from '../../ui/TextInput.tsx';

const address = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
export const emptyPerson = { name: '', email: '', phone: '' };

export type Person = typeof emptyPerson;
type PersonFaults = Partial<Record<keyof Person, string | undefined>>;

export function usePersonFaults({ name, email, phone }: Person): PersonFaults {
  const t = useTranslations('userManagement.form');
  return {
    name: name.trim() === '' ? t('nameMissing') : undefined,
    email: address.test(email.trim()) ? undefined : t('emailWrong'),
    phone: phone === '' || isPhoneNumber(phone) ? undefined : t('phoneWrong'),
  };
}

type PersonProps = {
  person: Person;
  change: (some: Partial<Person>) => void;
  wrong: PersonFaults;
};

export function PersonFields({ person: { name, email, phone }, change, wrong }: PersonProps) {
  const t = useTranslations('userManagement.form');
  return (
    <>
      <Field label={t('name')} error={wrong.name}>
        <TextInput
          value={name}
          onChange={({ target }) => change({ name: target.value })}
          autoComplete="off"
          maxLength={70}
        />
      </Field>
      <Field label={t('email')} hint={t('emailHint')} error={wrong.email}>
        <TextInput
          type="email"
          value={email}
          onChange={({ target }) => change({ email: target.value })}
          autoComplete="off"
          maxLength={254}
        />
      </Field>
      <PhoneInput
        label={t('phone')}
        optional
        value={phone}
        onChange={(next) => change({ phone: next })}
        error={wrong.phone}
      />
    </>
  );
}
