import { passwordRules } from '@larkmere/contract/identity/password-rules';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { meetsPasswordRules, PasswordRules } from '../../identity/recovery/recovery.tsx';
import { PageHeading } from '../../platform/navigation/PageHeading.tsx';
import { Button } from '../../ui/Button.tsx';
import { PasswordInput } from '../../ui/PasswordInput.tsx';
import type { StepProps } from './registration-form.ts';

type Props = StepProps & Readonly<{ busy: boolean; solving: boolean; onBack: () => void; onDone: () => void }>;

export function PasswordStep({ entered: { email, password }, change, refused, busy, solving, onBack, onDone }: Props) {
  const t = useTranslations('registration');
  const [tried, setTried] = useState(false);
  const isUnmet = !meetsPasswordRules(password);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (isUnmet) document.getElementById('password')?.focus();
    else onDone();
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-6">
      <div>
        <PageHeading title={t('passwordTitle')} />
        <p className="mt-1 text-text-muted">{t('passwordIntro')}</p>
      </div>
      {/* For password managers, which store the name with the password. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        label={t('password')}
        purpose="new"
        id="password"
        value={password}
        onChange={({ target }) => change({ password: target.value })}
        error={tried && isUnmet ? t('passwordUnmet') : refused.password}
        maxLength={passwordRules.max}
      />
      <PasswordRules password={password} />
      <p className="text-small text-text-muted">{t('terms')}</p>
      <div className="grid grid-cols-[auto_1fr] gap-3">
        <Button kind="secondary" onClick={onBack}>
          {t('back')}
        </Button>
        <Button type="submit" busy={busy} busyLabel={t('sending')}>
          {t('submit')}
        </Button>
      </div>
      <p role="status" className="text-small text-text-muted empty:hidden">
        {solving && t('solving')}
      </p>
    </form>
  );
}
