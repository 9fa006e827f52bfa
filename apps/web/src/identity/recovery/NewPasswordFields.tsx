import { passwordRules } from '@larkmere/contract/identity/password-rules';
import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { PasswordInput } from '../../ui/PasswordInput.tsx';
import { generatePassword } from './generate-password.ts';
import { PasswordRules } from './PasswordRules.tsx';

export type NewPassword = Readonly<{ password: string; confirm: string }>;
type Props = { entered: NewPassword; onChange: (entered: NewPassword) => void; error: string | undefined };

/** A new password twice, the rules it must meet, and a suggestion. */
export function NewPasswordFields({ entered, onChange, error }: Props) {
  const t = useTranslations('recovery.reset');
  const [isSuggested, setIsSuggested] = useState(false);
  const suggest = () => {
    const password = generatePassword();
    onChange({ password, confirm: password });
    setIsSuggested(true);
  };
  return (
    <>
      <PasswordInput
        label={t('password')}
        purpose="new"
        id="password"
        value={entered.password}
        onChange={({ target }) => onChange({ ...entered, password: target.value })}
        error={error}
        maxLength={passwordRules.max}
      />
      <PasswordInput
        label={t('confirm')}
        purpose="new"
        id="confirm"
        value={entered.confirm}
        onChange={({ target }) => onChange({ ...entered, confirm: target.value })}
        maxLength={passwordRules.max}
      />
      <PasswordRules password={entered.password} confirm={entered.confirm} />
      <div>
        <Button kind="quiet" icon={<Sparkles size={18} aria-hidden />} onClick={suggest}>
          {t('generate')}
        </Button>
        <p role="status" className="mt-1 text-small text-text-muted empty:hidden">
          {isSuggested && t('generated')}
        </p>
      </div>
    </>
  );
}
