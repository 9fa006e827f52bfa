import { QueryClientProvider } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { ApiError } from '../../platform/http/call-errors.ts';
import { openStep } from '../../platform/navigation/page.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { queryClient } from '../../platform/queries/query-client.ts';
import { linkClass } from '../../ui/button-class.ts';
import { parseDateParts } from '../../ui/date-parts.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Stepper } from '../../ui/Stepper.tsx';
import { AboutStep } from './AboutStep.tsx';
import { CheckEmail } from './CheckEmail.tsx';
import { ContactStep } from './ContactStep.tsx';
import { hasThaiLetters } from './has-thai-letters.ts';
import { PasswordStep } from './PasswordStep.tsx';
import { keepReferralCode, readReferralCode } from './referral-code.ts';
import { type RegistrationForm, register } from './registration.api.ts';
import type { Entered } from './registration-form.ts';

const nothingEntered: Entered = {
  name: '',
  latinName: '',
  birth: { day: '', month: '', year: '' },
  country: 'GB',
  email: '',
  phone: '',
  notifyNews: false,
  password: '',
};

const stepFields: readonly (readonly string[])[] = [
  ['name', 'latinName', 'dateOfBirth', 'country'],
  ['email', 'phone'],
  ['password'],
];

/** `/register`, and with an invitation `/ref/{member_code}`. The frame of the log in page has no query client. */
export const RegisterPage = () => (
  <QueryClientProvider client={queryClient}>
    <Registration />
  </QueryClientProvider>
);

function Registration() {
  const t = useTranslations('registration');
  const memberCode = useReferralCode();
  const [entered, setEntered] = useState(nothingEntered);
  const [step, setShownStep] = useState(0);
  const setStep = (next: number) => {
    openStep();
    setShownStep(next);
  };
  const [sent, setSent] = useState<RegistrationForm>();
  const { failure, refused, send, busy, solving } = useRegister(setStep, setSent);
  const change = (more: Partial<Entered>) => setEntered((before) => ({ ...before, ...more }));
  const shown = { entered, change, refused };
  if (sent)
    return (
      <CheckEmail
        form={sent}
        onOther={() => {
          setSent(undefined);
          setStep(1);
        }}
      />
    );
  return (
    <>
      <p className="mb-6 text-right text-small text-text-muted">
        {t('haveAccount')}{' '}
        <Link to={paths.login} className={linkClass}>
          {t('logIn')}
        </Link>
      </p>
      <div className="mb-8">
        <Stepper steps={[t('about'), t('contact'), t('password')]} current={step} label={t('steps')} />
      </div>
      {failure && (
        <div className="mb-6">
          <Notice kind="danger" title={t('failed')}>
            {failure}
          </Notice>
        </div>
      )}
      {step === 0 && <AboutStep {...shown} memberCode={memberCode} onDone={() => setStep(1)} />}
      {step === 1 && <ContactStep {...shown} onBack={() => setStep(0)} onDone={() => setStep(2)} />}
      {step === 2 && (
        <PasswordStep
          {...shown}
          busy={busy}
          solving={solving}
          onBack={() => setStep(1)}
          onDone={() => void send(toForm(entered, memberCode))}
        />
      )}
    </>
  );
}

function useReferralCode(): string | undefined {
  const { member_code: invitedBy }: { member_code?: string } = useParams({ strict: false });
  const [code] = useState(() => {
    const now = Date.now();
    if (invitedBy) keepReferralCode(invitedBy.slice(0, 20), localStorage, now);
    return readReferralCode(localStorage, now);
  });
  return code;
}

const toForm = (
  { name, latinName, birth, country, email, phone, password, notifyNews }: Entered,
  memberCode: string | undefined,
): RegistrationForm => ({
  name: name.trim(),
  ...(hasThaiLetters(name) && { latinName: latinName.trim() }),
  dateOfBirth: parseDateParts(birth) ?? '',
  country,
  email: email.trim(),
  phone,
  password,
  notifyNews,
  ...(memberCode !== undefined && { memberCode }),
});

function useRegister(setStep: (step: number) => void, onSent: (form: RegistrationForm) => void) {
  const [failure, setFailure] = useState<string>();
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const [solving, setSolving] = useState(false);
  useEffect(() => {
    if (failure) globalThis.scrollTo({ top: 0 });
  }, [failure]);
  const send = async (form: RegistrationForm) => {
    if (busy) return;
    setBusy(true);
    setFailure(undefined);
    setRefused({});
    try {
      await register(form, () => setSolving(true));
      openStep();
      onSent(form);
    } catch (error) {
      const errors = error instanceof ApiError ? error.errors : [];
      setRefused(Object.fromEntries(errors.map(({ field, message }) => [field, message])));
      const step = stepFields.findIndex((fields) => errors.some(({ field }) => fields.includes(field)));
      if (step >= 0) setStep(step);
      setFailure(failureText(error));
    } finally {
      setBusy(false);
      setSolving(false);
    }
  };
  return { failure, refused, send, busy, solving };
}
