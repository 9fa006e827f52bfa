import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { PageHeading } from '../../platform/navigation/PageHeading.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { PhoneInput } from '../../ui/PhoneInput.tsx';
import { isPhoneNumber } from '../../ui/phone-number.ts';
import { TextInput } from '../../ui/TextInput.tsx';
import type { StepProps } from './registration-form.ts';

type Props = StepProps & Readonly<{ onBack: () => void; onDone: () => void }>;

const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(text.trim());

export function ContactStep({ entered, change, refused, onBack, onDone }: Props) {
  const t = useTranslations('registration');
  const [tried, setTried] = useState(false);
  const { email, phone, notifyNews } = entered;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (!isEmail(email)) document.getElementById('email')?.focus();
    else if (!isPhoneNumber(phone)) document.getElementById('phone')?.focus();
    else onDone();
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-6">
      <div>
        <PageHeading title={t('contactTitle')} />
        <p className="mt-1 text-text-muted">{t('contactIntro')}</p>
      </div>
      <Field
        label={t('email')}
        hint={t('emailHint')}
        error={tried && !isEmail(email) ? t('emailWrong') : refused.email}
        id="email"
      >
        <TextInput
          type="email"
          value={email}
          onChange={({ target }) => change({ email: target.value })}
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
        />
      </Field>
      <PhoneInput
        label={t('phone')}
        id="phone"
        value={phone}
        onChange={(next) => change({ phone: next })}
        error={tried && phone === '' ? t('phoneWrong') : refused.phone}
      />
      <Checkbox checked={notifyNews} onChange={({ target }) => change({ notifyNews: target.checked })}>
        {t('news')}
      </Checkbox>
      <div className="grid grid-cols-[auto_1fr] gap-3">
        <Button kind="secondary" onClick={onBack}>
          {t('back')}
        </Button>
        <Button type="submit">{t('toPassword')}</Button>
      </div>
    </form>
  );
}
