import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { CodeField } from './CodeField.tsx';
import { useRequestConsent } from './ghost-connect.api.ts';

type Props = {
  id: string;
  user: string;
  name: string;
  value: string;
  error: string | undefined;
  onChange: (digits: string) => void;
};

/** The code that the customer reads out, and the request that sends it to them. */
export function ConsentField({ id, user, name, value, error, onChange }: Props) {
  const t = useTranslations('manageConnect');
  const { by } = useDateTimeTexts();
  const [expiresAt, setExpiresAt] = useState<string>();
  const request = useRequestConsent();
  const sending = useIdempotentRequest(request.mutateAsync, (sent) => setExpiresAt(sent.expiresAt));
  return (
    <div className="grid content-start gap-1.5">
      <CodeField
        label={t('consent', { name })}
        hint={t('consentHint')}
        error={error}
        autoComplete="off"
        value={value}
        onChange={onChange}
      />
      <p className="flex flex-wrap items-center gap-x-3 text-small">
        <LinkButton
          aria-disabled={sending.sending}
          onClick={() => void sending.send({ id, user, idempotency: sending.key })}
        >
          {t(expiresAt ? 'again' : 'send')}
        </LinkButton>
        <span role="status" className="text-text-muted">
          {expiresAt && t('sent', { time: by(expiresAt) })}
        </span>
      </p>
      <SubmitNotice submission={sending} refusedTitle={t('sendFailed')} retryText={t('sendOnce')} />
    </div>
  );
}
