import { isOfAge } from '@larkmere/contract/customers/age';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { PageHeading } from '../../platform/navigation/PageHeading.tsx';
import { Button } from '../../ui/Button.tsx';
import { DatePartsField } from '../../ui/DatePartsField.tsx';
import { areDatePartsWhole, parseDateParts } from '../../ui/date-parts.ts';
import { Field } from '../../ui/Field.tsx';
import { moneyText } from '../../ui/money.ts';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { useDateText } from '../../ui/use-date-text.ts';
import { hasThaiLetters } from './has-thai-letters.ts';
import { useHomeCountries, useInvitation } from './registration.api.ts';
import type { StepProps } from './registration-form.ts';

type Props = StepProps & Readonly<{ memberCode: string | undefined; onDone: () => void }>;

export function AboutStep({ entered, change, refused, memberCode, onDone }: Props) {
  const t = useTranslations('registration');
  const [tried, setTried] = useState(false);
  const { data: countries = [] } = useHomeCountries();
  const isThai = hasThaiLetters(entered.name);
  const errors = useAboutErrors(entered, tried, refused);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    const born = parseDateParts(entered.birth);
    const wrong = [
      entered.name.trim() === '' && 'name',
      isThai && entered.latinName.trim() === '' && 'latin-name',
      !(born && isOfAge(born, new Date())) && 'birth-day',
    ].find(Boolean);
    if (wrong) document.getElementById(wrong)?.focus();
    else onDone();
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-6">
      <div>
        <PageHeading title={t('aboutTitle')} />
        <p className="mt-1 text-text-muted">{t('aboutIntro')}</p>
      </div>
      <Invitation memberCode={memberCode} />
      <Field label={t('name')} hint={t('nameHint')} error={errors.name} id="name">
        <TextInput
          value={entered.name}
          onChange={({ target }) => change({ name: target.value })}
          autoComplete="name"
          maxLength={70}
        />
      </Field>
      {isThai && (
        <Field label={t('latinName')} hint={t('latinNameHint')} error={errors.latinName} id="latin-name">
          <TextInput
            value={entered.latinName}
            onChange={({ target }) => change({ latinName: target.value })}
            autoComplete="off"
            maxLength={70}
          />
        </Field>
      )}
      <div className="grid gap-6 sm:grid-cols-[12rem_1fr] sm:gap-4">
        <DatePartsField
          legend={t('birth')}
          labels={{ day: t('day'), month: t('month'), year: t('year') }}
          id="birth"
          isBirthday
          value={entered.birth}
          error={errors.birth}
          onChange={(birth) => change({ birth })}
        />
        <SelectField
          label={t('country')}
          id="country"
          value={entered.country}
          onChange={({ target }) => change({ country: target.value })}
          options={countries.map(({ iso2, name }) => ({ value: iso2, label: name }))}
          error={refused.country}
          autoComplete="country"
        />
      </div>
      <Button type="submit" wide>
        {t('toContact')}
      </Button>
    </form>
  );
}

function useAboutErrors(
  { name, latinName, birth }: StepProps['entered'],
  tried: boolean,
  refused: StepProps['refused'],
) {
  const t = useTranslations('registration');
  const born = parseDateParts(birth);
  const birthFault = () => {
    if (born && !isOfAge(born, new Date())) return t('tooYoung');
    return !born && (tried || areDatePartsWhole(birth)) ? t('birthWrong') : undefined;
  };
  return {
    name: tried && name.trim() === '' ? t('nameMissing') : refused.name,
    latinName: tried && latinName.trim() === '' ? t('latinNameMissing') : refused.latinName,
    birth: birthFault() ?? refused.dateOfBirth,
  };
}

function Invitation({ memberCode }: { memberCode: string | undefined }) {
  const t = useTranslations('registration');
  const { day } = useDateText();
  const { data: invitation } = useInvitation(memberCode);
  if (!invitation) return null;
  const { firstName, initials, reward, exchange, freeTransfers, completeBy } = invitation;
  return (
    <div className="flex items-center gap-4 rounded-control bg-accent-soft p-4 text-small">
      <span
        aria-hidden
        className="grid size-10 shrink-0 place-items-center rounded-full bg-brand-soft font-bold text-brand-text"
      >
        {initials}
      </span>
      <p>
        <strong>{t('invited', { name: firstName })}</strong>{' '}
        {t('offer', {
          name: firstName,
          exchange: moneyText(exchange),
          reward: moneyText(reward),
          day: day(completeBy),
          count: freeTransfers,
        })}
      </p>
    </div>
  );
}
