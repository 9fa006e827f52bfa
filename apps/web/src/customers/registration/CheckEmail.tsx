import { Lock, MailCheck, Pencil, Search, User } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { PageHeading } from '../../platform/navigation/PageHeading.tsx';
import { Button } from '../../ui/Button.tsx';
import { buttonClass, linkClass } from '../../ui/button-class.ts';
import { countdownText } from '../../ui/countdown-text.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useRemainingSeconds } from '../../ui/use-remaining-seconds.ts';
import { type RegistrationForm, register } from './registration.api.ts';

const waitMs = 60_000;

/** The same page for a known and an unknown address. */
export function CheckEmail({ form, onOther }: { form: RegistrationForm; onOther: () => void }) {
  const t = useTranslations('registration.sent');
  return (
    <>
      <span className="mb-6 grid size-16 place-items-center rounded-card bg-brand-soft text-brand-text">
        <MailCheck size={30} aria-hidden />
      </span>
      <PageHeading title={t('title')} />
      <p className="mt-1 mb-8 break-words text-text-muted">{t('text', { email: form.email })}</p>
      <div className="grid gap-3">
        <a href="mailto:" className={buttonClass('primary', true)}>
          {t('open')}
        </a>
        <SendAgain form={form} />
      </div>
      <ul className="mt-6 divide-y divide-line rounded-card border border-line bg-surface px-4 text-small text-text-muted">
        <Hint icon={<Search size={18} />} question={t('junk')}>
          {t('junkText')}
        </Hint>
        <Hint icon={<Pencil size={18} />} question={t('wrong')}>
          <button type="button" onClick={onOther} className={linkClass}>
            {t('other')}
          </button>
        </Hint>
        <Hint icon={<User size={18} />} question={t('known')}>
          {t('knownText')}
        </Hint>
      </ul>
      <p className="mt-6 flex items-center gap-2 text-small text-text-muted">
        <Lock size={16} aria-hidden className="shrink-0" />
        {t('neverAsk')}
      </p>
    </>
  );
}

function SendAgain({ form }: { form: RegistrationForm }) {
  const t = useTranslations('registration.sent');
  const [until, setUntil] = useState(() => Date.now() + waitMs);
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const again = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await register(form, () => undefined);
      setUntil(Date.now() + waitMs);
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <AgainButton key={until} until={until} busy={busy} onAgain={() => void again()} />
      {failure && (
        <Notice kind="danger" title={t('failed')}>
          {failure}
        </Notice>
      )}
    </>
  );
}

function AgainButton({ until, busy, onAgain }: { until: number; busy: boolean; onAgain: () => void }) {
  const t = useTranslations('registration.sent');
  const [isReady, setReady] = useState(false);
  const seconds = useRemainingSeconds(until, () => setReady(true));
  return (
    <>
      <Button kind="secondary" wide busy={busy} aria-disabled={!isReady || undefined} onClick={onAgain}>
        {isReady ? t('again') : t('againIn', { wait: countdownText(seconds) })}
      </Button>
      <span role="status" className="sr-only">
        {isReady && t('ready')}
      </span>
    </>
  );
}

type HintProps = { icon: ReactNode; question: string; children: ReactNode };

const Hint = ({ icon, question, children }: HintProps) => (
  <li className="flex items-center gap-3 py-3">
    <span aria-hidden className="shrink-0">
      {icon}
    </span>
    <span>
      <strong className="font-semibold text-text">{question}</strong> {children}
    </span>
  </li>
);
