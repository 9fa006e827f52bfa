import { passwordRules } from '@larkmere/contract/identity/password-rules';
import { Circle, CircleCheck } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { isLongPassword, isVariedPassword } from './password-rules.ts';

/** The texts are loaded with the pages that ask for a new password. */
export function PasswordRules({ password, confirm }: { password: string; confirm?: string }) {
  const t = useTranslations('recovery.reset');
  const rules = [
    { met: isLongPassword(password), text: t('long', { count: String(passwordRules.min) }) },
    { met: isVariedPassword(password), text: t('different', { count: String(passwordRules.minDifferent) }) },
    ...(confirm === undefined ? [] : [{ met: password !== '' && password === confirm, text: t('same') }]),
  ];
  return (
    <div className="rounded-control bg-sunken p-4 text-small">
      <p id="password-rules" className="mb-2 font-semibold">
        {t('rules')}
      </p>
      <ul aria-labelledby="password-rules" className="grid gap-1.5">
        {rules.map(({ met, text }) => (
          <li key={text} className={`flex items-center gap-2 ${met ? 'text-success' : 'text-text-muted'}`}>
            {met ? <CircleCheck size={18} aria-hidden /> : <Circle size={18} aria-hidden />}
            {text}
            <span className="sr-only">{met ? t('met') : t('unmet')}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
