import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { failureText } from '../../platform/failures.ts';
import { readFormText } from '../../platform/forms/form-data.ts';
import { withCaptcha } from '../../platform/http/captcha.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PasswordInput } from '../../ui/PasswordInput.tsx';
import { TextInput } from '../../ui/TextInput.tsx';

export type Login = { username: string; password: string; code?: string; idempotency: string; captcha?: string };

type Text =
  | 'username'
  | 'usernameMissing'
  | 'password'
  | 'passwordMissing'
  | 'submit'
  | 'checking'
  | 'solving'
  | 'failed';

type Props = {
  texts: (name: Text) => string;
  /** Asks for a one-time code, too. */
  code?: Record<'label' | 'hint' | 'missing', string> | undefined;
  notice: ReactNode;
  /** Logs in and leaves the form; an error is displayed in it. */
  onLogin: (login: Login) => Promise<void>;
  children?: ReactNode;
};

/** The form of customers and of staff. */
export function LoginForm({ texts, code, notice, onLogin, children }: Props) {
  const { missing, failure, busy, solving, message, submit } = useLoginForm(code !== undefined, onLogin);
  return (
    <form onSubmit={submit} noValidate className="grid gap-6">
      <div ref={message} tabIndex={-1} className="outline-none empty:hidden">
        {failure ? (
          <Notice kind="danger" title={texts('failed')}>
            {failure.text}
          </Notice>
        ) : (
          notice
        )}
      </div>
      <Field
        label={texts('username')}
        error={missing.has('username') ? texts('usernameMissing') : undefined}
        id="username"
      >
        <TextInput name="username" autoComplete="username" autoCapitalize="none" spellCheck={false} maxLength={254} />
      </Field>
      <PasswordInput
        label={texts('password')}
        purpose="current"
        name="password"
        id="password"
        error={missing.has('password') ? texts('passwordMissing') : undefined}
        maxLength={128}
      />
      {code && (
        <Field label={code.label} hint={code.hint} error={missing.has('code') ? code.missing : undefined} id="code">
          <TextInput
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            className="figures max-w-40"
          />
        </Field>
      )}
      {children}
      <Button type="submit" wide busy={busy} busyLabel={texts('checking')}>
        {texts('submit')}
      </Button>
      <p role="status" className="text-small text-text-muted empty:hidden">
        {solving && texts('solving')}
      </p>
    </form>
  );
}

type FieldName = 'username' | 'password' | 'code';

/** Authenticator apps display the code in two groups, and users type the space. */
function readForm(form: HTMLFormElement) {
  const entered = new FormData(form);
  const text = (name: FieldName) => readFormText(entered, name);
  return { username: text('username').trim(), password: text('password'), code: text('code').replace(/\s/g, '') };
}

function useLoginForm(hasCode: boolean, onLogin: Props['onLogin']) {
  const message = useRef<HTMLDivElement>(null);
  const [missing, setMissing] = useState<ReadonlySet<FieldName>>(new Set());
  const [failure, setFailure] = useState<{ text: string }>();
  const [busy, setBusy] = useState(false);
  const [solving, setSolving] = useState(false);

  // The message is not in the page until it is set, so the focus follows in an effect.
  useEffect(() => {
    if (failure) message.current?.focus();
  }, [failure]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const input = (name: FieldName) => form.querySelector<HTMLInputElement>(`#${name}`);
    const { username, password, code } = readForm(form);
    const isMissing = { username: !username, password: !password, code: hasCode && !/^\d{6}$/.test(code) };
    const absent = (['username', 'password', 'code'] as const).filter((name) => isMissing[name]);
    setFailure(undefined);
    setMissing(new Set(absent));
    if (absent[0]) return input(absent[0])?.focus();
    setBusy(true);
    try {
      await withCaptcha(
        (captcha) =>
          onLogin({
            username,
            password,
            ...(hasCode ? { code } : {}),
            idempotency: newIdempotencyKey(),
            ...(captcha ? { captcha } : {}),
          }),
        () => setSolving(true),
      );
    } catch (error) {
      setFailure({ text: failureText(error) });
      for (const name of ['password', 'code'] as const) {
        const field = input(name);
        if (field) field.value = '';
      }
    } finally {
      setBusy(false);
      setSolving(false);
    }
  };
  return {
    missing,
    failure,
    busy,
    solving,
    message,
    submit: (event: FormEvent<HTMLFormElement>) => void submit(event),
  };
}
