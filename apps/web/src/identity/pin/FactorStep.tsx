import type { FactorMethod, SecondFactorProof } from '@larkmere/contract/identity/second-factor';
import { type PublicKeyCredentialRequestOptionsJSON, startAuthentication } from '@simplewebauthn/browser';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { ApiError } from '../../platform/http/call-errors.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { cleanRecoveryCode, cleanTotpCode, isRecoveryCode, isTotpCode } from '../../ui/typed-code.ts';

type Props = {
  methods: readonly FactorMethod[];
  /** Options for the passkey. */
  begin: () => Promise<unknown>;
  onProof: (proof: SecondFactorProof) => Promise<void>;
};

export function FactorStep({ methods, begin, onProof }: Props) {
  const t = useTranslations('secondFactor.step');
  const [method, setMethod] = useState(methods[0]);
  const [isChoosing, setIsChoosing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const passkeyButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (method === 'passkey') passkeyButton.current?.focus();
  }, [method]);
  const run = async (work: () => Promise<SecondFactorProof>) => {
    setBusy(true);
    setFailure(undefined);
    try {
      await onProof(await work());
    } catch (error) {
      setFailure(error instanceof ApiError ? failureText(error) : t('cancelled'));
    } finally {
      setBusy(false);
    }
  };
  const confirmWithPasskey = () =>
    run(async () => {
      const optionsJSON = (await begin()) as PublicKeyCredentialRequestOptionsJSON;
      const assertion = await startAuthentication({ optionsJSON });
      return { method: 'passkey', assertion: assertion as never };
    });
  return (
    <div className="grid gap-4">
      {failure && <Notice kind="danger">{failure}</Notice>}
      {method === 'passkey' ? (
        <>
          <p className="text-text-muted">{t('passkey')}</p>
          <Button ref={passkeyButton} wide busy={busy} onClick={() => void confirmWithPasskey()}>
            {t('usePasskey')}
          </Button>
        </>
      ) : (
        <CodeForm
          key={method}
          isRecovery={method === 'recovery_code'}
          busy={busy}
          onCode={(code) =>
            void run(async () => (method === 'recovery_code' ? { method, code } : { method: 'totp', code }))
          }
        />
      )}
      {methods.length > 1 && !isChoosing && (
        <Button kind="quiet" onClick={() => setIsChoosing(true)}>
          {t('another')}
        </Button>
      )}
      {isChoosing &&
        methods
          .filter((each) => each !== method)
          .map((each) => (
            <Button
              key={each}
              kind="secondary"
              wide
              onClick={() => {
                setMethod(each);
                setFailure(undefined);
                setIsChoosing(false);
              }}
            >
              {t(`ways.${each}`)}
            </Button>
          ))}
    </div>
  );
}

function CodeForm({
  isRecovery,
  busy,
  onCode,
}: {
  isRecovery: boolean;
  busy: boolean;
  onCode: (code: string) => void;
}) {
  const t = useTranslations('secondFactor.step');
  const [code, setCode] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const isComplete = isRecovery ? isRecoveryCode(code) : isTotpCode(code);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(!isComplete);
    if (isComplete && !busy) onCode(code);
    else field.current?.focus();
  };
  const missing = isRecovery ? t('recoveryMissing') : t('codeMissing');
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Field
        label={isRecovery ? t('recovery') : t('totp')}
        hint={isRecovery ? t('recoveryHint') : undefined}
        error={isMissing ? missing : undefined}
      >
        <TextInput
          ref={field}
          value={code}
          onChange={({ target }) => setCode((isRecovery ? cleanRecoveryCode : cleanTotpCode)(target.value))}
          autoComplete="one-time-code"
          inputMode={isRecovery ? 'text' : 'numeric'}
          spellCheck={false}
        />
      </Field>
      <Button type="submit" wide busy={busy}>
        {t('confirm')}
      </Button>
    </form>
  );
}
