import type { contract } from '@larkmere/contract/contract';
import { passwordRules } from '@larkmere/contract/identity/password-rules';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { useSession } from '../../platform/session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PasswordInput } from '../../ui/PasswordInput.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { useFocusOnResult } from '../../ui/use-focus-on-result.ts';
import { meetsPasswordRules, type NewPassword, NewPasswordFields } from '../recovery/recovery.tsx';

export function ChangePasswordPage() {
  const t = useTranslations('password');
  useSetPageTitle(t('title'));
  const [isDone, setIsDone] = useState(false);
  return (
    <Card className="mx-auto w-full max-w-[560px]">
      {isDone ? <Done /> : <ChangeForm onDone={() => setIsDone(true)} />}
    </Card>
  );
}

function Done() {
  const t = useTranslations('password');
  const box = useFocusOnResult(true);
  return (
    <div ref={box} tabIndex={-1} className="grid gap-6 outline-none">
      <Notice kind="success" title={t('doneTitle')}>
        {t('doneText')}
      </Notice>
      <Link to={paths.home} className={buttonClass('primary', true)}>
        {t('home')}
      </Link>
    </div>
  );
}

type Fault = 'current' | 'password';

const findFaults = (current: string, { password, confirm }: NewPassword): Fault[] => [
  ...(current ? [] : (['current'] as const)),
  ...(meetsPasswordRules(password, confirm) ? [] : (['password'] as const)),
];

function ChangeForm({ onDone }: { onDone: () => void }) {
  const t = useTranslations('password');
  const reset = useTranslations('recovery.reset');
  const { membercode } = useSession().user;
  const [current, setCurrent] = useState('');
  const [entered, setEntered] = useState<NewPassword>({ password: '', confirm: '' });
  const [tried, setTried] = useState(false);
  const request = useIdempotentRequest(
    (input: RawInput<typeof contract.password.change>) => call(endpoints.password.change, input),
    onDone,
  );
  const faults = findFaults(current, entered);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (request.sending) return;
    setTried(true);
    const [first] = faults;
    if (first) event.currentTarget.querySelector<HTMLInputElement>(`#${first}`)?.focus();
    else void request.send({ current, ...entered, idempotency: request.key });
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-6">
      <p className="text-text-muted">{t('intro')}</p>
      <SubmitNotice submission={request} refusedTitle={t('failed')} retryText={t('once')} />
      {/* For password managers, which store the name with the password. */}
      <input type="text" autoComplete="username" value={membercode} readOnly hidden />
      <PasswordInput
        label={t('current')}
        purpose="current"
        id="current"
        value={current}
        onChange={({ target }) => setCurrent(target.value)}
        error={tried && faults.includes('current') ? t('currentMissing') : undefined}
        maxLength={passwordRules.max}
      />
      <NewPasswordFields
        entered={entered}
        onChange={setEntered}
        error={tried && faults.includes('password') ? reset('rulesUnmet') : undefined}
      />
      <Button type="submit" wide busy={request.sending} busyLabel={t('saving')}>
        {t('submit')}
      </Button>
    </form>
  );
}
